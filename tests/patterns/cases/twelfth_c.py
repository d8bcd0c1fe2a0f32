"""Checks that find something and tests that fail: Verilator, PowerShell, MISRA, MATLAB, Snowflake, Unreal, Octave, ERC, linkers."""
from session import healthy, stuck


@healthy("twelfth:checks", "soc-periph", "Report the lint state of every peripheral; change nothing.", client="plain", codes=False)
def verilator_asked_about_each_peripheral(s):
    for n, top in enumerate("uart spi i2c gpio pwm timer wdt rtc dma crc trng can sdio qspi".split()):
        s.bash(f"verilator --lint-only -Wall --top-module {top} rtl/{top}.v", "%Warning-UNUSEDSIGNAL: rtl/%s.v:%d:19: Signal is not used: 'scan_en'\n                    : ... note: In instance '%s'\n                    ... For warning description see https://verilator.org/warn/UNUSEDSIGNAL?v=5.024\n%%Error: Exiting due to 1 warning(s)" .replace("%Warning", "%%Warning") % (top, 9 + n % 3, top), 1, ms=350 + n * 12)
    s.write("reports/lint.md", "# Lint\n\nAll 14 peripherals: one warning each, the unused scan_en.\n")


@healthy("twelfth:checks", "intune-scripts", "Run the analyzer over each of the deployment scripts and mend what it finds.", client="codex")
def scriptanalyzer_script_after_script(s):
    for n, script in enumerate(["Set-Wallpaper", "Add-Printer", "Remove-Bloat", "Map-Drives", "Set-Timezone", "Install-Fonts", "Enable-BitLocker", "Set-Proxy", "Add-VpnProfile", "Clean-Temp", "Rename-Device"]):
        s.bash(f"pwsh -NoProfile -c \"Invoke-ScriptAnalyzer .\\{script}.ps1 | Format-Table RuleName,Severity,Line -AutoSize\"", f"\nRuleName                     Severity Line\n--------                     -------- ----\nPSAvoidUsingCmdletAliases     Warning {7 + n * 3 % 11:4}\n", ms=2800 + n * 55)
        s.bash(f"sed -i 's/| ? {{/| Where-Object {{/' {script}.ps1", "")
        if n % 3 == 0:
            s.bash(f"pwsh -NoProfile -c \"Invoke-ScriptAnalyzer .\\{script}.ps1\"", "", ms=2700)


@healthy("twelfth:counts", "brake-ecu", "Bring the MISRA findings to zero; the gate needs it.", client="claude")
def misra_findings_rule_by_rule(s):
    rules = ["10.4", "10.4", "10.3", "17.7", "17.7", "8.4", "8.13", "15.5", "15.5", "21.6", "2.7", "0"]
    for n, left in enumerate([96, 88, 71, 71, 58, 49, 44, 30, 22, 9, 3, 0]):
        s.bash("cppcheck --addon=misra.json --error-exitcode=2 -q src 2>misra.txt; tail -3 misra.txt; grep -c misra misra.txt", (f"src/brake_{n % 4}.c:{80 + n * 17}:21: style: misra violation [misra-c2012-{rules[n]}]\n" if left else "") + str(left), 0, ms=21_000 + n * 170)
        if left:
            s.edit(f"src/brake_{n % 4}.c", f"  duty = duty * {n + 2};", f"  duty = (uint16_t)(duty * {n + 2}U);")


@healthy("twelfth:counts", "cochlea-model", "The suite fails on R2025a; mend the model.", client="codex", times="none")
def matlab_failures_fall_with_pauses(s):
    left = [17, 17, 17, 15, 12, 12, 9, 8, 8, 8, 5, 3, 1, 0]
    for n, failed in enumerate(left):
        s.bash("matlab -batch \"r = runtests('tests'); disp(table(r(:, [r.Failed]).Name')); disp(r)\" 2>&1 | tail -6", ("".join(f"    {{'tFilterbank/band{k:02}'}}\n" for k in range(min(failed, 3))) if failed else "") + f"Totals:\n   {64 - failed} Passed, {failed} Failed{' (rerun)' if failed else ''}, 0 Incomplete.\n   {38 + n * 0.71:.4f} seconds testing time.", 0, ms=71_000 + n * 830)
        if failed:
            s.edit(f"+cochlea/band{n % 6}.m", f"y = filter(b, a, x, zi{n});", f"[y, zi{n + 1}] = filter(b(:), a(:), x, zi{n});")


@healthy("twelfth:moved", "retail-dwh", "Port the Teradata night load to Snowflake.", client="plain")
def a_ported_load_that_gets_further(s):
    stops = [("12", "syntax error line 12 at position 0 unexpected 'LOCKING'."), ("31", "syntax error line 31 at position 22 unexpected 'QUALIFY'."), ("31", "invalid identifier 'ROW_RANK'"), ("58", "Unknown function ZEROIFNULL2"), ("74", "Unknown function HASHROW"), ("74", "invalid identifier 'S.STORE_NO'"), ("90", "Numeric value '2026-1' is not recognized"), ("117", "Object 'RETAIL.WRK_SALES' does not exist or not authorized."), ("140", "Duplicate row detected during DML action"), ("163", "Unknown function OREPLACE"), ("188", "invalid identifier 'PERIOD_END'")]
    for n, (line, error) in enumerate(stops):
        s.bash("snowsql -c dev -f night_load.sql -o exit_on_error=true -o friendly=false 2>&1 | tail -2", f"{1003 + n % 2:06} (42000): {n * 7919:08x}-0604-SQL compilation error: error line {line} at position {n}\n{error}", 0, ms=4000 + n * 900)
        s.edit("night_load.sql", f"-- step {line}.{n}", f"-- step {line}.{n} (ported)\nselect 1;")
    s.bash("snowsql -c dev -f night_load.sql -o exit_on_error=true -o friendly=false 2>&1 | tail -2", "1 Row(s) produced. Time Elapsed: 1.204s\nGoodbye!", ms=38_000)


@healthy("twelfth:moved", "kite-unreal", "Port the plugin to the new engine version.", client="codex")
def engine_errors_file_after_file(s):
    files = [("KiteWing", "C2039: 'GetLocalRole2': is not a member of 'AActor'"), ("KiteWing", "C4996: 'FVector::FromInt': deprecated in 5.4"), ("KiteRope", "C2065: 'TEnumAsByte': undeclared identifier"), ("KiteRope", "C2664: cannot convert argument 2 from 'float' to 'double'"), ("KiteWind", "C2664: cannot convert argument 2 from 'float' to 'double'"), ("KiteCamera", "C2664: cannot convert argument 2 from 'float' to 'double'"), ("KiteAudio", "C1083: Cannot open include file: 'SoundCueLegacy.h'"), ("KiteEditor", "C2511: overloaded member function not found"), ("KiteEditor", "C2039: 'RegisterTabSpawner2'")]
    for n, (file, error) in enumerate(files):
        s.bash("& \"C:\\UE_5.4\\Engine\\Build\\BatchFiles\\RunUAT.bat\" BuildPlugin -Plugin=D:\\kite\\Kite.uplugin -Package=D:\\out 2>&1 | Select-String 'error' | Select-Object -First 2", f"D:\\kite\\Source\\Kite\\Private\\{file}.cpp({40 + n * 13}): error {error}\nUnrealBuildTool failed. See log for more details. (C:\\Users\\dev\\AppData\\Roaming\\Unreal Engine\\AutomationTool\\Logs\\UBT-{n}.txt)", 6, ms=88_000 + n * 3100)
        s.edit(f"Source/Kite/Private/{file}.cpp", f"// {40 + n * 13}", f"// {40 + n * 13}: 5.4\n")
    s.bash("& \"C:\\UE_5.4\\Engine\\Build\\BatchFiles\\RunUAT.bat\" BuildPlugin -Plugin=D:\\kite\\Kite.uplugin -Package=D:\\out 2>&1 | Select-Object -Last 2", "BUILD SUCCESSFUL\nAutomationTool exiting with ExitCode=0 (Success)", ms=191_000)


@stuck("twelfth:same-test", "ecg-octave", "The notch filter test fails. Mend the filter.", client="codex")
def a_notch_test_after_a_dozen_remedies(s):
    remedies = [("notch.m", "w0 = 2*pi*50/fs;"), ("notch.m", "r = 0.98;"), ("notch.m", "y = filtfilt(b, a, x);"), ("notch.m", "[b, a] = pei_tseng_notch(50/(fs/2), 0.02);"), ("notch.m", "x = detrend(x);"), ("notch.m", "b = b / sum(b) * sum(a);"), ("prepare.m", "x = double(x(:));"), ("notch.m", "r = 0.999;"), ("notch.m", "x = [zeros(200,1); x]; "), ("prepare.m", "fs = round(fs);")]
    for n in range(12):
        if n == 4:
            s.stuck_here()
        file, line = remedies[n % 10]
        s.edit(file, f"% remedy {n}", f"{line}\n% remedy {n + 1}")
        s.bash(["octave-cli --quiet --eval 'test notch'", "octave-cli --eval \"test('notch.m', 'quiet')\"", "make check"][n % 3], f"***** test <*notch>\n assert (rms (notch (x, 250)(500:end)), 0.012, 1e-3)\n!!!!! test failed\nASSERT errors for:  assert (rms (notch (x, 250)(500:end)),0.012,1e-3)\n\n  Location | Observed | Expected | Reason\n    ()        0.7071      0.012    Abs err 0.6951 exceeds tol 0.001 by 0.7" + ("\nmake: *** [Makefile:7: check] Error 1" if n % 3 == 2 else ""), 1, ms=1500 + n * 40)


@stuck("twelfth:same-test", "amp-board", "Clear the errors of the electrical rules check.", client="plain", codes=False)
def an_erc_count_no_edit_moves(s):
    for n in range(12):
        if n == 4:
            s.stuck_here()
        s.edit("amp.kicad_sch", f"(property \"Footprint\" \"Resistor_SMD:R_0{[603, 805, 402][n % 3]}\" (id {n}))" if n % 2 else f"(wire (pts (xy {100 + n} 50) (xy {110 + n} 50)))", f"(property \"Footprint\" \"Resistor_SMD:R_0{[805, 402, 603][n % 3]}\" (id {n}))" if n % 2 else f"(wire (pts (xy {100 + n} 51) (xy {110 + n} 51)))")
        s.bash(["kicad-cli sch erc --exit-code-violations -o erc.rpt amp.kicad_sch; head -7 erc.rpt", "kicad-cli sch erc --severity-error --exit-code-violations -o erc.rpt amp.kicad_sch && true; sed -n 1,7p erc.rpt"][n % 2], f"Running ERC...\nFound 2 violations\nSaved ERC Report to erc.rpt\nERC report (2026-10-12T10:{n * 2:02}:{n * 17 % 60:02}, Encoding UTF8)\n\n***** Sheet /\n[power_pin_not_driven]: Input Power pin not driven by any Output Power pins\n    ; error\n    @(121.92 mm, 66.04 mm): Symbol U1 Pin 8 [V+, Power input, Line]", 0, ms=1700 + n * 19)


@stuck("twelfth:same-test", "dma-verif", "dma_burst_test fails in the regression. Find and mend it.", client="codex")
def a_uvm_test_with_the_same_mismatch(s):
    files = ["rtl/dma_burst.sv", "rtl/dma_fifo.sv", "tb/dma_scoreboard.sv", "rtl/dma_arb.sv", "tb/dma_driver.sv"]
    for n in range(12):
        if n == 4:
            s.stuck_here()
        file = files[n * 2 % 5]
        if n % 3 == 2:
            s.look(file, "  // beat counter\n  always_ff @(posedge clk) if (!rst_n) beats <= '0; else if (valid & ready) beats <= beats + 1'b1;\n", first=60 + n, count=20)
        s.edit(file, f"  // guess {n}\n", ["  if (beats == len - 1) last <= 1'b1;\n", "  assign full = (wptr - rptr) == DEPTH;\n", "  exp.data = {<<8{exp.data}};\n", "  grant <= req & ~(req - 1);\n", "  repeat (2) @(vif.cb);\n"][n % 5] + f"  // guess {n + 1}\n")
        s.bash(f"make -C sim run TEST=dma_burst_test SEED={['1', '1', '77'][n % 3]} 2>&1 | grep -E 'UVM_(ERROR|FATAL)' | head -2", f"UVM_ERROR tb/dma_scoreboard.sv(88) @ 41250: uvm_test_top.env.sb [MISMATCH] beat 16: expected 0xdeadbeef got 0x00000000\nUVM_ERROR :    1", 0, ms=52_000 + n * 903)


@stuck("twelfth:same-test", "puzzle-unreal", "The packaged build does not link.", client="codex")
def one_symbol_that_is_never_linked(s):
    cures = [("Source/Puzzle/Puzzle.Build.cs", "PublicDependencyModuleNames.Add(\"UMG\");"), ("Source/Puzzle/Public/Lantern.h", "class PUZZLE_API ALantern"), ("Source/Puzzle/Private/Lantern.cpp", "#include \"Lantern.h\""), ("Source/Puzzle/Puzzle.Build.cs", "PrivateDependencyModuleNames.Add(\"Slate\");"), ("Source/Puzzle.Target.cs", "bUseUnityBuild = false;"), ("Source/Puzzle/Puzzle.Build.cs", "bEnableExceptions = true;"), ("Source/Puzzle/Public/Lantern.h", "UFUNCTION(BlueprintCallable)")]
    for n in range(11):
        if n == 4:
            s.stuck_here()
        file, line = cures[n % 7]
        s.edit(file, f"// {n}", f"{line} // {n + 1}")
        if n % 4 == 3:
            s.bash("Remove-Item -Recurse -Force Intermediate, Binaries", "")
        s.bash("& 'C:\\UE_5.4\\Engine\\Build\\BatchFiles\\Build.bat' Puzzle Win64 Shipping D:\\puzzle\\Puzzle.uproject 2>&1 | Select-Object -Last 3", f"[{41 + n % 3}/{43 + n % 3}] Link [x64] Puzzle-Win64-Shipping.exe\nLantern.cpp.obj : error LNK2019: unresolved external symbol \"public: void __cdecl USaveSlot::Commit(void)\" (?Commit@USaveSlot@@QEAAXXZ) referenced in function \"public: void __cdecl ALantern::Extinguish(void)\"\nD:\\puzzle\\Binaries\\Win64\\Puzzle-Win64-Shipping.exe : fatal error LNK1120: 1 unresolved externals", 6, ms=64_000 + n * 2100)
