// Plays a round of a game for two through a client that was generated from openapi.yaml, as ./tender.mjs.
import { Api } from "./tender.mjs";

const at = process.argv[2];

function client(token) {
  return new Api({
    baseUrl: at,
    securityWorker: () => (token ? { headers: { Authorization: `Bearer ${token}` } } : {}),
  }).v1;
}

async function player(name) {
  const email = `${name.toLowerCase()}@example.org`;
  const password = "correct horse battery";
  await client().createAccount({ name, email, password });
  const session = (await client().createSession({ email, password })).data;
  return client(session.access_token);
}

const players = [await player("Ada"), await player("Bob")];
const [ada, bob] = players;
const game = (await ada.createGame({ kind: "money", seats: 2, title: "From JavaScript" })).data.id;
await bob.joinGame(game, { nonce: "a phrase of mine" });

// Who has a turn finds the game among the turns, and sends one of the moves that its view offers.
async function turn(player) {
  const mine = (await player.listTurns()).data.turns.find((t) => t.game === game);
  if (!mine) return;
  const view = (await player.getGame(game)).data;
  const move = view.moves[0].move;
  if (mine.sealed) await player.sealBid(game, { bid: move, step: view.step });
  else await player.play(game, { move, step: view.step });
}

let round = 1;
for (let i = 0; i < 20 && round === 1; i++) {
  for (const player of players) await turn(player);
  round = (await ada.getGame(game)).data.round;
}

// A refusal can be read, too.
const refusal = await bob.startGame(game).catch((answer) => answer.error);
const events = (await ada.listEvents(game)).data.events;
console.log(JSON.stringify({ round, refusal: refusal.code, events: events.map((e) => e.type) }));
