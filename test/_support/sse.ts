/** Reads the frames of a server-sent event stream until it ends or `until` says so. */
export async function readFrames<T>(
  response: Response,
  until: (frames: T[]) => boolean = () => false,
): Promise<T[]> {
  const frames: T[] = [];
  if (!response.body) return frames;
  const decoder = new TextDecoder();
  let buffered = '';
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    buffered += decoder.decode(chunk, { stream: true });
    const parts = buffered.split('\n\n');
    buffered = parts.pop() ?? '';
    for (const part of parts) {
      // A terminal frame has an id before its data.
      const [, data] = /^(?:id: \w+\n)?data: (.*)$/.exec(part) ?? [];
      if (data === undefined) throw new Error(`Not a single data line: ${part}`);
      frames.push(JSON.parse(data) as T);
      if (until(frames)) return frames;
    }
  }
  return frames;
}
