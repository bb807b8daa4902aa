/** Reads addresses in turn: `data.urls`, with `data.headers`; each by the next of `data.servers`, where there are several. */
export async function createFlow({ urls, headers, servers = [''] }) {
  return (call, turn) => call('get', servers[turn % servers.length] + urls[turn % urls.length], { headers });
}
