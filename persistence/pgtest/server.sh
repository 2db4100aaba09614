# Runs a private Postgres in the folder $1 with the programs in $2: prints "ready" when it takes connections, and ends
# it and removes the folder as soon as standard input closes. The system closes it when the test binary is gone, even
# if that was killed. Nothing it stores is meant to survive, so nothing waits for the disk.
dir=$1 bin=$2 failed=0
if "$bin/initdb" -D "$dir/data" -U tender -A trust -E UTF8 --locale=C --no-sync >"$dir/log" 2>&1 &&
	"$bin/pg_ctl" start -w -s -D "$dir/data" -l "$dir/log" -o "-k '$dir' -c listen_addresses= -c fsync=off \
		-c synchronous_commit=off -c full_page_writes=off -c max_connections=300" >>"$dir/log" 2>&1
then
	echo ready
	read -r _
	"$bin/pg_ctl" stop -w -s -m immediate -D "$dir/data"
else
	failed=1
	cat "$dir/log" >&2
fi
cd / && rm -rf "$dir"
exit $failed
