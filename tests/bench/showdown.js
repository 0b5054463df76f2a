// The peer of P6: random battles of Pokemon Showdown among its own random players, in one process. Prints turns a second.
const { BattleStream, getPlayerStreams, Teams } = require("pokemon-showdown/dist/sim");
const { RandomPlayerAI } = require("pokemon-showdown/dist/sim/tools/random-player-ai");

async function turns() {
  const stream = new BattleStream();
  const streams = getPlayerStreams(stream);
  const start = (side) => new RandomPlayerAI(streams[side]).start();
  void start("p1");
  void start("p2");
  const team = () => Teams.pack(Teams.generate("gen9randombattle"));
  await streams.omniscient.write(
    `>start {"formatid":"gen9randombattle"}\n>player p1 ${JSON.stringify({ name: "a", team: team() })}\n` +
    `>player p2 ${JSON.stringify({ name: "b", team: team() })}`
  );
  let last = 0;
  for await (const chunk of streams.omniscient) {
    for (const [, turn] of chunk.matchAll(/\|turn\|(\d+)/g)) last = Number(turn);
  }
  return last;
}

(async () => {
  const battles = Number(process.argv[2] || 20);
  for (let warm = 0; warm < 3; warm++) await turns();
  const start = process.hrtime.bigint();
  let played = 0;
  for (let n = 0; n < battles; n++) played += await turns();
  console.log(played / (Number(process.hrtime.bigint() - start) / 1e9));
})();
