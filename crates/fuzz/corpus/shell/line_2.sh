bash -lc "sh -c 'echo \`date\` $((1+2))'" <<-EOF
	$(rm a)
	EOF
