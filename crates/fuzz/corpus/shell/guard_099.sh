cat > notes.md <<'EOF'
rm /s/db
EOF