# Keeps the folder $1 of a Postgres cluster, made with the programs in $2, until standard input closes, which the system
# does when the test binary is gone, even if that was killed. Then it ends the server and removes the folder, and the
# segment of memory that a server leaves behind when it is killed.
dir=$1 bin=$2
read -r _
segment=$(awk 'NR == 7 { print $2 }' "$dir/data/postmaster.pid" 2>/dev/null)
"$bin/pg_ctl" stop -w -s -m immediate -D "$dir/data" >/dev/null 2>&1
test -n "$segment" && ipcrm -m "$segment" 2>/dev/null
cd / && rm -rf "$dir"
