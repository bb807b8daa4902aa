/** A frame as it stood in the stream, and when it came. */
export interface Frame {
  raw: string;
  json: Record<string, unknown>;
  /** Milliseconds after the stream was opened. */
  after: number;
}

/** A server-sent event stream that is read beside the test. */
export interface OpenStream {
  status: number;
  headers: Headers;
  frames: Frame[];
  /** Milliseconds after which the platform ended it; undefined while it goes on. */
  endedAfter(): number | undefined;
  /** Resolves with the first frame that fits, @throws Error when none has come in time. */
  next(fits: (frame: Record<string, unknown>) => boolean, timeoutMs: number): Promise<Frame>;
  /** Resolves when the platform has ended it. */
  ended(timeoutMs: number): Promise<void>;
  close(): void;
}

export async function openStream(
  url: string,
  path: string,
  headers: Record<string, string>,
): Promise<OpenStream> {
  const leave = new AbortController();
  const began = Date.now();
  const response = await fetch(`${url}${path}`, {
    headers: { accept: 'text/event-stream', ...headers },
    signal: leave.signal,
  });
  const frames: Frame[] = [];
  let endedAfter: number | undefined;
  const waiting = new Set<() => void>();
  const changed = () => waiting.forEach((look) => look());

  async function read(): Promise<void> {
    const decoder = new TextDecoder();
    let buffered = '';
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      buffered += decoder.decode(chunk, { stream: true });
      const parts = buffered.split('\n\n');
      buffered = parts.pop() ?? '';
      for (const raw of parts) {
        const text = raw.replace(/^id: \w+\n/, '').replace(/^data: /, '');
        frames.push({ raw, json: parsed(text), after: Date.now() - began });
      }
      changed();
    }
    endedAfter = Date.now() - began;
    changed();
  }
  void read().catch(() => changed());

  function until(done: () => boolean, timeoutMs: number, what: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(look);
        reject(new Error(`${path}: ${what} after ${timeoutMs} ms; frames: ${JSON.stringify(frames)}`));
      }, timeoutMs);
      function look(): void {
        if (!done()) return;
        clearTimeout(timer);
        waiting.delete(look);
        resolve();
      }
      waiting.add(look);
      look();
    });
  }

  return {
    status: response.status,
    headers: response.headers,
    frames,
    endedAfter: () => endedAfter,
    async next(fits, timeoutMs) {
      let found: Frame | undefined;
      await until(
        () => (found = frames.find(({ json }) => fits(json))) !== undefined,
        timeoutMs,
        'no such frame',
      );
      return found as unknown as Frame;
    },
    ended: (timeoutMs) => until(() => endedAfter !== undefined, timeoutMs, 'not ended'),
    close: () => leave.abort(),
  };
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
