import net from "node:net";
const [base, key, game, conc, total] = [
  process.env.TMS_BASE_URL,
  process.env.TMS_API_KEY,
  process.env.TMS_GAME_ID,
  +process.argv[2] || 256,
  +process.argv[3] || 20000,
];
const u = new URL(base);
const api = async (m, p, b) =>
  (
    await fetch(base + p, {
      method: m,
      headers: { "x-api-key": key, "content-type": "application/json" },
      body: JSON.stringify(b ?? {}),
    })
  ).json();
const t = (
  await api("POST", "/tournament/create", {
    game,
    name: "x",
    description: "",
    entryFee: 1,
    startTime: new Date().toISOString(),
    endTime: new Date(Date.now() + 3.6e6).toISOString(),
  })
).tournament.id;
await api("PATCH", `/tournament/${t}/publish`);
const noop = process.argv[4] === "noop";
let sent = 0,
  done = 0,
  bad = 0;
const lat = [];
const run = Math.random().toString(36).slice(2, 7);
const t0 = performance.now();
await new Promise((res) => {
  for (let i = 0; i < conc; i++) {
    const s = net.connect(+u.port, u.hostname);
    let start;
    let buf = "";
    s.setNoDelay(true);
    const next = () => {
      if (sent >= total) {
        s.end();
        return;
      }
      const body = JSON.stringify({ gamer: `${run}-${sent++}` });
      start = performance.now();
      s.write(
        `POST ${noop ? "/livez" : `/tournament/${t}/join`} HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      );
    };
    s.on("connect", next);
    s.on("data", (d) => {
      buf += d.toString("latin1");
      const h = buf.indexOf("\r\n\r\n");
      if (h < 0) return;
      const cl = /content-length: (\d+)/i.exec(buf);
      if (buf.length < h + 4 + +(cl?.[1] ?? 0)) return;
      if (!buf.startsWith("HTTP/1.1 201")) {
        if (bad++ < 2) console.log(buf.slice(0, 600));
      }
      buf = "";
      lat.push(performance.now() - start);
      if (++done >= total) res();
      next();
    });
  }
});
const s = (performance.now() - t0) / 1000;
lat.sort((a, b) => a - b);
console.log(
  `conc ${conc}: ${Math.round(total / s)}/s p50 ${lat[lat.length >> 1].toFixed(1)} p99 ${lat[Math.floor(lat.length * 0.99)].toFixed(1)} bad ${bad}`,
);
process.exit(0);
