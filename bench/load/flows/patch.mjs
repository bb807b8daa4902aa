/** Sends bodies in turn by PATCH to one address: `data.url`, `data.bodies`, with `data.headers`. */
export async function createFlow({ url, bodies, headers = {} }) {
  return (call, turn) => call('patch', url, { method: 'PATCH', headers, body: bodies[turn % bodies.length] });
}
