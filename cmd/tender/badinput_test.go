package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// wrong is a request that has to be refused.
type wrong struct {
	who     person
	request string // method and path
	body    string
	code    string // "" for any
}

// Wrong input is refused by whatever door it comes, and not a row of the database is another one afterwards.
func TestWrongInputIsRefusedAndChangesNoRow(t *testing.T) {
	everywhere(t, func(t *testing.T, w *world) {
		s := w.scene()
		sorts := map[string][]wrong{"bodies": s.bodies(), "addresses": s.addresses(), "people": s.people(), "games": s.games()}
		written := w.written()
		before := w.dump()
		for sort, requests := range sorts {
			for i, r := range requests {
				method, path, _ := strings.Cut(r.request, " ")
				response, raw := w.call(r.who, method, path, r.body)
				var problem struct{ Code string }
				if err := json.Unmarshal(raw, &problem); err != nil || response.StatusCode < 400 || response.StatusCode >= 500 ||
					r.code != "" && problem.Code != r.code {
					t.Errorf("%s: %.200s %.200q instead of %s: %s %.300s", sort, r.request, r.body, r.code, response.Status, raw)
				}
				if !written() && i < len(requests)-1 {
					continue
				}
				if after := w.dump(); !slices.Equal(before, after) {
					t.Errorf("%s: the last of these has changed something, or the one before a moment later: %.200q", sort, requests[max(0, i-1):i+1])
					before = after
				}
			}
		}
		if strings.Contains(w.logs.String(), `"level":"ERROR"`) {
			t.Error("wrong input is logged as a fault of the server's")
		}
	})
}

// scene is a database with something of everything in it.
type scene struct {
	ada, ben, cem       person // cem has no seat anywhere
	hook                string // cem's
	open, running, over string // games; ada is the host, and has sealed a bid in the running one
	url                 string // the server's own
}

func (w *world) scene() scene {
	w.Helper()
	s := scene{ada: w.person(), ben: w.person(), cem: w.person(), url: w.URL}
	s.hook = w.must(s.cem, "POST", "/v1/me/webhooks", `{"url":"https://192.0.78.9/hook"}`)["id"].(string)
	both := []person{s.ada, s.ben}
	s.over = w.game("money", "2025", "{}", both)
	for w.step(s.over, both) {
	}
	s.running = w.game("money", "2025", "{}", both)
	w.must(s.ada, "PUT", "/v1/games/"+s.running+"/bid", `{"bid":{"cards":[0]}}`)
	s.open = w.must(s.ada, "POST", "/v1/games", `{"kind":"money","seats":3}`)["id"].(string)
	return s
}

// bodies are good bodies made bad in every way, field by field.
func (s scene) bodies() (all []wrong) {
	for _, good := range []wrong{
		{person{}, "POST /v1/accounts", `{"name":"Dora","email":"dora@example.org","password":"correct horse battery"}`, ""},
		{person{}, "POST /v1/sessions", `{"email":"player1@example.org","password":"correct horse battery"}`, ""},
		{person{}, "POST /v1/sessions/refresh", `{"refresh_token":"3yqT0mW1rJ8sV5nD2kX7bQ9cH4gL6pZ0aF8eR1uI2oY"}`, ""},
		{person{}, "POST /v1/sessions/link", `{"email":"player1@example.org"}`, ""},
		{person{}, "POST /v1/sessions/code", `{"email":"player1@example.org","code":"ABCDE-FGHJK"}`, ""},
		{person{}, "POST /v1/email/verification", `{"code":"3yqT0mW1rJ8sV5nD2kX7bQ9cH4gL6pZ0aF8eR1uI2oY"}`, ""},
		{s.ada, "PUT /v1/me/email", `{"email":"new@example.org"}`, ""},
		{s.ada, "PATCH /v1/me", `{"name":"Ada L"}`, ""},
		{s.ada, "POST /v1/me/webhooks", `{"url":"https://192.0.78.9/"}`, ""},
		{s.ada, "POST /v1/games", `{"kind":"money","edition":"2025","options":{"stall_rounds":3},"title":"Friday","seats":3,"pace":{"bid":600},"nonce":"mine"}`, ""},
		{s.cem, "POST /v1/games/" + s.open + "/seats", `{"nonce":"mine"}`, ""},
		{s.ada, "PUT /v1/games/" + s.running + "/bid", `{"bid":{"cards":[1]},"ready":true,"step":1,"round":1}`, ""},
		{s.ada, "POST /v1/games/" + s.running + "/moves", `{"move":{"type":"keep"},"step":1,"round":1}`, ""},
		{s.ada, "POST /v1/games/" + s.running + "/messages", `{"text":"Good luck!","channel":"table"}`, ""},
	} {
		inner := good.body[1 : len(good.body)-1]
		for code, bodies := range map[string][]string{
			"malformed_json": {good.body + good.body, good.body + "\x00", good.body[1:], "\ufeff" + good.body, `{` + inner + ",\"x\":\"\xff\"}",
				`{` + inner + `,"x":"\ud800"}`, `{` + inner + `,"x":"a\u0000"}`, `{` + inner + `,` + inner + `}`, strings.Repeat(`[`, 9000)},
			"invalid_input":  {`{` + inner + `,"surprise":1}`, `{` + strings.Replace(inner, `"`, `"X`, 1) + `}`, `[` + good.body + `]`, `null`, `7`},
			"body_too_large": {`{` + inner + `,"x":"` + strings.Repeat("a", 64<<10) + `"}`},
		} {
			for _, body := range bodies {
				all = append(all, wrong{good.who, good.request, body, code})
			}
		}
		all = append(all, spoiled(good)...)
	}
	return all
}

// spoiled gives every field of a good body another case and values that do not belong there.
func spoiled(good wrong) (all []wrong) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal([]byte(good.body), &fields); err != nil {
		panic(err)
	}
	for name, value := range fields {
		other := maps.Clone(fields)
		delete(other, name)
		rest, err := json.Marshal(other)
		if err != nil {
			panic(err)
		}
		before := strings.TrimSuffix(string(rest), "}")
		if len(other) > 0 {
			before += ","
		}
		all = append(all, wrong{good.who, good.request, before + `"` + strings.ToUpper(name) + `":` + string(value) + `}`, "invalid_input"})
		for _, bad := range []string{`null`, `[[]]`, `{"surprise":{}}`, `-1`, `1.5`, `1e0`, `1e400`, `2147483648`, `9007199254740993`,
			`9223372036854775808`, `"a\u0000b"`, "\"\xff\"", `"` + strings.Repeat("x", 60_000) + `"`} {
			all = append(all, wrong{good.who, good.request, before + `"` + name + `":` + bad + `}`, ""})
		}
	}
	return all
}

// addresses are paths and queries that name nothing.
func (s scene) addresses() (all []wrong) {
	add := func(code string, requests ...string) {
		for _, r := range requests {
			all = append(all, wrong{s.ada, r, "", code})
		}
	}
	for _, id := range []string{"nosuch", "%00", s.running + "%00", "%ff", "UPPER", "..", "%2e%2e%2f", "a%20b", "%27%20OR%201=1--", "%c3%a9",
		strings.Repeat("a", 65), strings.Repeat("a", 5000)} {
		at := "/v1/games/" + id
		add("not_found", "GET "+at, "DELETE "+at, "POST "+at+"/seats", "DELETE "+at+"/seats/me", "POST "+at+"/start", "POST "+at+"/rematch", "DELETE "+at+"/bid",
			"GET "+at+"/events", "GET "+at+"/record", "GET "+at+"/messages", "DELETE "+at+"/messages/1", "DELETE /v1/me/webhooks/"+id, "GET /v1/me/webhooks/"+id, "GET /.well-known/webhook-keys/"+id, "GET /v1/kinds/"+id)
		all = append(all, wrong{s.ada, "PATCH /v1/me/webhooks/" + id, `{"enabled":true}`, "not_found"},
			wrong{s.ada, "POST /v1/me/webhooks/" + id + "/secret", `{}`, "not_found"})
		all = append(all, wrong{s.ada, "PUT " + at + "/bid", `{"bid":{"cards":[0]}}`, "not_found"},
			wrong{s.ada, "POST " + at + "/moves", `{"move":{"type":"keep"}}`, "not_found"},
			wrong{s.ada, "POST " + at + "/messages", `{"text":"Good luck!"}`, "not_found"})
	}
	for _, cursor := range []string{"", "9223372036854775808 a", "-9223372036854775809 a", "1", "x a", "1e3 a", " a", "1 a\x00", "1 \xff"} {
		add("invalid_cursor", "GET /v1/games?cursor="+base64.RawURLEncoding.EncodeToString([]byte(cursor))+"A")
		if cursor != "" {
			add("invalid_cursor", "GET /v1/games?cursor="+base64.RawURLEncoding.EncodeToString([]byte(cursor)))
		}
	}
	add("invalid_cursor", "GET /v1/games?cursor=%00", "GET /v1/games?cursor=%ff", "GET /v1/games?cursor=%2B%2F%3D")
	for _, query := range []string{"?cursor=" + strings.Repeat("a", 513), "?cursor=", "?limit=0", "?limit=101", "?limit=-1", "?limit=x",
		"?limit=9223372036854775808", "?limit=1&limit=1", "?LIMIT=1", "?status=lost", "?kind=%00", "?kind=%ff", "?mine=2", "?a=%zz", "?;"} {
		add("invalid_input", "GET /v1/games"+query)
	}
	at := "/v1/games/" + s.running
	for _, query := range []string{"after=-1", "after=2147483648", "after=9223372036854775808", "after=1e3", "after=%00", "limit=201", "limit=0"} {
		add("invalid_input", "GET "+at+"/events?"+query)
	}
	add("invalid_input", "GET "+at+"?wait=61", "GET "+at+"?wait=-1", "DELETE "+at+"/bid?step=0", "DELETE "+at+"/bid?step=2147483648",
		"DELETE "+at+"/bid?round=x", "DELETE "+at+"?force=true")
	for _, number := range []string{"0", "1", "-1", "x", "1e0", "2147483648", "%00"} {
		add("not_found", "DELETE "+at+"/messages/"+number)
	}
	for _, name := range []string{"%00", "%ff", "a%0Ab", "%27%20OR%201=1--", "former%20player%201", strings.Repeat("a", 200)} {
		add("invalid_name", "PUT /v1/me/mutes/"+name, "DELETE /v1/me/mutes/"+name)
	}
	add("not_found", "PUT /v1/me/mutes/Nobody%20Here", "DELETE /v1/me/mutes/Nobody%20Here", "PUT /v1/me/mutes/"+strings.Repeat("a", 201))
	add("method_not_allowed", "PATCH /v1/games", "TRACE "+at)
	add("not_found", "GET /v1", "GET /v2/games", "GET "+at+"/bids", "GET "+at+"/")
	return all
}

// people are requests about accounts, sessions and webhooks that are not the sender's, or not to be had.
func (s scene) people() []wrong {
	all := []wrong{
		{person{}, "POST /v1/accounts", `{"name":"Player A","email":"new@example.org","password":"correct horse battery"}`, "name_taken"},
		{person{}, "POST /v1/accounts", `{"name":"PLAYER a","email":"new@example.org","password":"correct horse battery"}`, "name_taken"},
		{person{}, "POST /v1/accounts", `{"name":"Do\nra","email":"new@example.org","password":"correct horse battery"}`, "invalid_name"},
		{person{}, "POST /v1/accounts", `{"name":"Dora","email":"new@@example.org","password":"correct horse battery"}`, "invalid_email"},
		{person{}, "POST /v1/accounts", `{"name":"Dora","email":"new@example.org","password":"password"}`, "invalid_password"},
		{person{}, "POST /v1/sessions", `{"email":"player1@example.org","password":"wrong"}`, "wrong_credentials"},
		{person{}, "POST /v1/sessions", `{"email":"' OR 1=1 --","password":"wrong"}`, "wrong_credentials"},
		{person{}, "POST /v1/sessions/refresh", `{"refresh_token":"' OR 1=1 --"}`, "invalid_token"},
		{person{}, "POST /v1/sessions/code", `{"email":"player1@example.org","code":"ABCDE-FGHJK"}`, "invalid_code"},
		{person{}, "POST /v1/sessions/code", `{"email":"' OR 1=1 --","code":"' OR 1=1 --"}`, "invalid_code"},
		{person{}, "POST /v1/sessions/link", `{"email":"a@b"}`, "invalid_email"},
		{person{}, "POST /v1/email/verification", `{"code":"' OR 1=1 --"}`, "invalid_code"},
		{s.ada, "PUT /v1/me/email", `{"email":"\"a\"@example.org"}`, "invalid_email"},
		{s.ben, "PATCH /v1/me", `{"name":"Player A"}`, "name_taken"},
		{s.ada, "DELETE /v1/me/webhooks/" + s.hook, "", "not_found"},
		{s.ada, "GET /v1/me/webhooks/" + s.hook, "", "not_found"},
		{s.ada, "PATCH /v1/me/webhooks/" + s.hook, `{"enabled":false}`, "not_found"},
		{s.ada, "POST /v1/me/webhooks/" + s.hook + "/secret", `{"overlap_hours":0}`, "not_found"},
		{s.cem, "POST /v1/me/webhooks/" + s.hook + "/secret", `{"secret":"whsec_short"}`, "invalid_secret"},
		{s.cem, "PATCH /v1/me/webhooks/" + s.hook, `{"url":"https://192.0.78.10/"}`, "invalid_input"},
		{s.ada, "POST /v1/me/webhooks", `{"url":"https://192.0.78.9/","secret":"whsec_short"}`, "invalid_secret"},
		{person{}, "DELETE /v1/sessions/current", "", "unauthenticated"},
		{person{token: s.ada.token[:len(s.ada.token)-5]}, "DELETE /v1/sessions/current", "", "unauthenticated"},
	}
	for _, url := range []string{"http://127.0.0.1:8080/", "http://10.0.0.1/", "http://[::1]/", "http://169.254.169.254/latest", "ftp://192.0.78.9/",
		"https://user:secret@192.0.78.9/", "https://192.0.78.9:22/", "https://0300.0.0.1/", "//192.0.78.9", "x", s.url,
		"http://①②⑦.0.0.1/", "http://[fe80::1%25eth0]/", "http://[64:ff9b::7f00:1]/"} {
		all = append(all, wrong{s.ada, "POST /v1/me/webhooks", fmt.Sprintf(`{"url":%q}`, url), "invalid_url"})
	}
	for _, r := range []string{"GET /v1/me", "GET /v1/me/turns", "GET /v1/games?mine=true", "DELETE /v1/games/" + s.open, "POST /v1/games/" + s.open + "/seats"} {
		all = append(all, wrong{person{}, r, "", "unauthenticated"}, wrong{person{token: "junk"}, r, "", "unauthenticated"})
	}
	return all
}

// games are requests that the state of a game, or who sends them, forbids.
func (s scene) games() []wrong {
	open, running, over := "/v1/games/"+s.open, "/v1/games/"+s.running, "/v1/games/"+s.over
	bid, keep := `{"bid":{"cards":[0]}}`, `{"move":{"type":"keep"}}`
	return []wrong{
		{s.cem, "PUT " + running + "/bid", bid, "not_seated"},
		{s.cem, "DELETE " + running + "/bid", "", "not_seated"},
		{s.cem, "POST " + running + "/moves", keep, "not_seated"},
		{s.cem, "POST " + running + "/seats", "", ""},
		{s.ada, "PUT " + running + "/bid", `{"bid":{"cards":[0]},"seat":2}`, "invalid_input"},
		{s.ada, "PUT " + running + "/bid", `{"bid":{"cards":[0],"seat":2}}`, "malformed_move"},
		{s.ada, "PUT " + running + "/bid", `{"bid":{"Cards":[0]}}`, "malformed_move"},
		{s.ada, "PUT " + running + "/bid", `{"bid":{"cards":[1e400]}}`, "malformed_move"},
		{s.ada, "PUT " + running + "/bid", `{"bid":{"cards":[9223372036854775808]}}`, "malformed_move"},
		{s.ada, "PUT " + running + "/bid", `{"bid":{"cards":[99999]}}`, "unknown_serial"},
		{s.ada, "PUT " + running + "/bid", `{"bid":{"cards":[0,0]}}`, "fake_twice"},
		{s.ada, "PUT " + running + "/bid", `{"bid":{"type":"keep"}}`, "wrong_phase"},
		{s.ada, "PUT " + running + "/bid", `{"bid":{"cards":[0]},"step":999999}`, "stale"},
		{s.ada, "PUT " + running + "/bid", `{"bid":{"cards":[0]},"round":999999}`, "stale"},
		{s.ada, "DELETE " + running + "/bid?step=999999", "", "stale"},
		{s.ada, "POST " + running + "/moves", keep, "wrong_phase"},
		{s.ben, "DELETE " + running + "/bid", "", "nothing_sealed"},
		{s.cem, "POST " + running + "/messages", `{"text":"hello","channel":"table"}`, "not_seated"},
		{s.ada, "POST " + running + "/messages", `{"text":"hello","channel":"spectators"}`, "spectators_only"},
		{s.ada, "POST " + running + "/messages", `{"text":"hello","channel":"attic"}`, "invalid_input"},
		{s.ada, "POST " + running + "/messages", `{"text":"a\u202eb"}`, "invalid_message"},
		{s.ada, "POST " + running + "/messages", `{"text":"\u200b"}`, "invalid_message"},
		{s.ada, "GET " + running + "/messages?channel=spectators", "", "spectators_only"},
		{s.ada, "POST " + running + "/start", "", "game_not_open"},
		{s.ada, "POST " + running + "/extend", `{"deadline":"2001-01-01T00:00:00Z"}`, "deadline_changed"},
		{s.ada, "POST " + running + "/extend", `{"deadline":"2001-13-01T00:00:00Z"}`, "invalid_input"},
		{s.ada, "POST " + running + "/extend", `{"by":3600}`, "invalid_input"},
		{s.cem, "POST " + running + "/extend", `{"deadline":"2001-01-01T00:00:00Z"}`, "not_seated"},
		{s.ada, "POST " + over + "/extend", `{"deadline":"2001-01-01T00:00:00Z"}`, "game_not_active"},
		{s.cem, "POST " + running + "/pause", `{"for":3600}`, "not_seated"},
		{s.ada, "POST " + running + "/pause", `{"for":59}`, "invalid_input"},
		{s.ada, "POST " + running + "/pause", `{"for":1e12}`, "invalid_input"},
		{s.ada, "POST " + over + "/pause", `{"for":3600}`, "game_not_active"},
		{s.cem, "POST " + running + "/resume", "", "not_seated"},
		{s.ada, "POST " + over + "/resume", "", "game_not_active"},
		{s.ada, "POST " + running + "/hurry", `{"step":999999}`, "stale"},
		{s.cem, "POST " + running + "/hurry", "", "not_seated"},
		{s.ada, "POST " + over + "/hurry", "", "game_not_active"},
		{s.cem, "DELETE " + running + "/votes/pause", "", "not_seated"},
		{s.ada, "DELETE " + running + "/votes/murder", "", "invalid_input"},
		{s.ada, "POST " + running + "/rematch", "", "no_rematch"},
		{s.ada, "POST " + open + "/rematch", "", "no_rematch"},
		{s.ada, "POST " + over + "/rematch", `{}`, "invalid_input"},
		{s.cem, "POST " + over + "/rematch", "", "not_seated"},
		{s.ada, "DELETE " + running, "", "game_not_open"},
		{s.ada, "DELETE " + running + "/seats/me", "", "game_not_open"},
		{s.ada, "GET " + running + "/record", "", "record_not_over"},
		{s.ada, "PUT " + over + "/bid", bid, "game_not_active"},
		{s.ada, "DELETE " + over + "/bid", "", "game_not_active"},
		{s.ada, "POST " + over + "/moves", keep, "game_not_active"},
		{s.ada, "POST " + over + "/seats", "", ""},
		{s.ada, "POST " + over + "/start", "", "game_not_open"},
		{s.ada, "DELETE " + over, "", "game_not_open"},
		{s.ada, "POST " + open + "/seats", "", "already_seated"},
		{s.ada, "POST " + open + "/start", "", "too_few_players"},
		{s.ada, "PUT " + open + "/bid", bid, "game_not_active"},
		{s.cem, "POST " + open + "/start", "", "not_host"},
		{s.cem, "DELETE " + open, "", "not_host"},
		{s.cem, "DELETE " + open + "/seats/me", "", "not_seated"},
		{s.ada, "POST /v1/games", `{"kind":"chess","seats":2}`, "unknown_kind"},
		{s.ada, "POST /v1/games", `{"kind":"money","edition":"1899","seats":3}`, "unknown_edition"},
		{s.ada, "POST /v1/games", `{"kind":"money","seats":3,"pace":{"bid":1}}`, "pace_out_of_range"},
		{s.ada, "POST /v1/games", `{"kind":"money","seats":3,"pace":{"nap":600}}`, "pace_out_of_range"},
		{s.ada, "POST /v1/games", `{"kind":"money","seats":3,"options":{"surprise":1}}`, "invalid_option"},
		{s.ada, "POST /v1/games", `{"kind":"money","seats":3,"title":"two\nlines"}`, "invalid_title"},
	}
}

// written begins to watch the database; what it gives says whether anything was committed since it was last asked.
func (w *world) written() func() bool {
	w.Helper()
	query := `SELECT pg_snapshot_xmax(pg_current_snapshot())::text`
	if strings.HasPrefix(w.database, "sqlite:") {
		query = `PRAGMA data_version` // counts what others commit, for one connection
	}
	db := w.raw()
	w.Cleanup(func() { _ = db.Close() })
	conn, err := db.Conn(w.Context())
	if err != nil {
		w.Fatal(err)
	}
	last := ""
	return func() bool {
		before := last
		if err := conn.QueryRowContext(w.Context(), query).Scan(&last); err != nil {
			w.Fatal(err)
		}
		return last != before
	}
}

// dump is every row of every table. Of deliveries only that they are there, and nothing of attempts at them: the worker is
// busy with them all the time.
func (w *world) dump() (all []string) {
	w.Helper()
	db := w.raw()
	defer db.Close()
	tables := `SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()`
	if strings.HasPrefix(w.database, "sqlite:") {
		tables = `SELECT name FROM sqlite_master WHERE type = 'table'`
	}
	read := func(query string) (rows []string) {
		found, err := db.Query(query)
		if err != nil {
			w.Fatalf("%s: %v", query, err)
		}
		defer found.Close()
		columns, err := found.Columns()
		if err != nil {
			w.Fatal(err)
		}
		for found.Next() {
			values, into := make([]any, len(columns)), make([]any, len(columns))
			for i := range values {
				into[i] = &values[i]
			}
			if err := found.Scan(into...); err != nil {
				w.Fatal(err)
			}
			rows = append(rows, fmt.Sprint(values...))
		}
		if err := found.Err(); err != nil {
			w.Fatal(err)
		}
		return rows
	}
	for _, table := range read(tables) {
		what := "*"
		switch table {
		case "deliveries":
			what = "id"
		case "attempts":
			continue
		}
		for _, row := range read("SELECT " + what + " FROM " + table) {
			all = append(all, table+": "+row)
		}
	}
	if len(all) < 50 {
		w.Fatalf("only %d rows: the scene is not set", len(all))
	}
	slices.Sort(all)
	return all
}
