/** Calls the API of a stand with JSON; a response that is no success ends the benchmark. */
export function jsonClient(stand, token) {
  return async (method, path, body) => {
    const response = await fetch(`${stand.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    if (response.status >= 300)
      throw new Error(`${method} ${path} responded ${response.status}: ${text.slice(0, 500)}`);
    return text === '' ? undefined : JSON.parse(text).data;
  };
}
