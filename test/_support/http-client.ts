/** A response with its JSON read: `body.data` of a success, `body.errorCode` of an error. */
export interface HttpResponse<T = never> {
  status: number;
  headers: Headers;
  body: {
    data: T;
    message: string;
    statusCode: number;
    errorCode?: string;
    reason?: string;
    errors?: { path: string; message: string; code: string }[];
    /** Fields that an error is about which is no validation error. */
    fields?: { path: string; message: string; code: string }[];
    metadata?: { total: number; limit: number; offset: number; hasMore: boolean };
  };
}

type HeaderMap = Record<string, string>;

export interface HttpClient {
  /** The same client with a session token or API key. */
  as(token: string): HttpClient;
  with(headers: HeaderMap): HttpClient;
  get<T = never>(path: string, headers?: HeaderMap): Promise<HttpResponse<T>>;
  post<T = never>(path: string, body?: unknown, headers?: HeaderMap): Promise<HttpResponse<T>>;
  put<T = never>(path: string, body?: unknown, headers?: HeaderMap): Promise<HttpResponse<T>>;
  patch<T = never>(path: string, body?: unknown, headers?: HeaderMap): Promise<HttpResponse<T>>;
  delete<T = never>(path: string, body?: unknown, headers?: HeaderMap): Promise<HttpResponse<T>>;
  /** The response as it came, for files and streams. */
  raw(method: string, path: string, init?: RequestInit): Promise<Response>;
}

/** A small client over fetch; bodies are JSON. It does not judge statuses: that is what the test is for. */
export function createHttpClient(baseUrl: string, fixed: HeaderMap = {}): HttpClient {
  async function send<T>(
    method: string,
    path: string,
    body?: unknown,
    headers: HeaderMap = {},
  ): Promise<HttpResponse<T>> {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...fixed,
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    const json = response.headers.get('content-type')?.includes('json') && text !== '';
    return {
      status: response.status,
      headers: response.headers,
      body: (json ? JSON.parse(text) : text) as never,
    };
  }
  return {
    as: (token) => createHttpClient(baseUrl, { ...fixed, authorization: `Bearer ${token}` }),
    with: (headers) => createHttpClient(baseUrl, { ...fixed, ...headers }),
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body, headers) => send('POST', path, body, headers),
    put: (path, body, headers) => send('PUT', path, body, headers),
    patch: (path, body, headers) => send('PATCH', path, body, headers),
    delete: (path, body, headers) => send('DELETE', path, body, headers),
    raw: (method, path, init = {}) =>
      fetch(`${baseUrl}${path}`, { method, ...init, headers: { ...fixed, ...(init.headers as HeaderMap) } }),
  };
}
