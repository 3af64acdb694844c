// Runs a project's example.mjs and all vectors in Chromium, with the package that the
// project has installed:
//
//	node browser.js PROJECT CHROMIUM
//
// What the example prints goes to stdout, the count of the vectors to stderr.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const [project = "", executablePath = ""] = process.argv.slice(2);
const PAGE = `<!doctype html>
<link rel="icon" href="data:,">
<script type="importmap">
  { "imports": {
      "coxswain": "/node_modules/coxswain/dist/index.js",
      "@msgpack/msgpack": "/node_modules/@msgpack/msgpack/dist.esm/index.mjs"
  } }
</script>`;
/** @type {Record<string, string>} */
const FILES = {
  "/vectors.js": fileURLToPath(new URL("vectors.js", import.meta.url)),
  "/vectors.bin": fileURLToPath(new URL("../../conformance/vectors.bin", import.meta.url)),
};
/** @type {Record<string, string>} */
const TYPES = { ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm" };
const FLAGS =
  "no-sandbox disable-gpu disable-quic no-first-run disable-background-networking disable-component-update disable-sync";

const server = createServer(async (request, response) => {
  const path = request.url ?? "/";
  try {
    const body = path === "/" ? PAGE : await readFile(FILES[path] ?? join(project, path));
    response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "text/html" }).end(body);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());

const browser = await chromium.launch({ executablePath, args: FLAGS.split(" ").map((flag) => `--${flag}`) });
try {
  const page = await browser.newPage();
  page.on("console", (message) => console.log(message.text()));
  await page.goto(`http://127.0.0.1:${port}/`);
  const load = (/** @type {string} */ path) => page.evaluate((path) => import(path), path);
  await load("/example.mjs");
  const [passed, count] = await page.evaluate(async () => {
    const [names, url] = [["coxswain", "/vectors.js"], "/vectors.bin"];
    const [{ Module }, { countPassed, readVectors }] = await Promise.all(names.map((name) => import(name)));
    const vectors = readVectors(new Uint8Array(await (await fetch(url)).arrayBuffer()));
    const instance = await (await Module.create()).instantiate();
    return [countPassed(instance, vectors), vectors.length];
  });
  console.error(`${passed} of ${count} vectors passed (Chromium)`);
  if (passed !== count) process.exitCode = 1;
} finally {
  await browser.close();
  server.close();
}
