/**
 * For `HEALTHCHECK`: ends with 0 while the process answers. The API is asked at its port, a worker at its metrics;
 * `/health/live` says that the process runs, since one whose database is away is not mended by a restart.
 */
const { PORT = '4000', METRICS_PORT } = process.env;
const worker = process.argv[2] === 'worker';
const url = worker ? `http://127.0.0.1:${METRICS_PORT}/metrics` : `http://127.0.0.1:${PORT}/health/live`;
try {
  const { ok } = await fetch(url, { signal: AbortSignal.timeout(4_000) });
  process.exitCode = ok ? 0 : 1;
} catch (error) {
  console.error(`${url}: ${error.cause?.code ?? error.message}`);
  process.exitCode = 1;
}
