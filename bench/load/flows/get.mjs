/** Reads addresses in turn: `data.urls`, with `data.headers`. */
export async function createFlow({ urls, headers }) {
  return (call, turn) => call('get', urls[turn % urls.length], { headers });
}
