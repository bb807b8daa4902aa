/** Sends bodies in turn to one address: `data.url`, `data.bodies`, with `data.headers`. */
export async function createFlow({ url, bodies, headers = {} }) {
  return (call, turn) => call('post', url, { method: 'POST', headers, body: bodies[turn % bodies.length] });
}
