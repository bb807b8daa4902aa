/** One event of a stream (`text/event-stream`). */
export interface StreamEvent {
  /** Its name; `message` where the stream names none. */
  event: string;
  data: string;
  id: string | null;
}

/** The events of a response, as they come; ends with the stream. Leaving the loop closes the connection. */
export async function* readEvents(response: Response): AsyncGenerator<StreamEvent, void, void> {
  const reader = response.body?.getReader();
  if (!reader) return;
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true }).replace(/\r\n?/g, '\n');
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = parseEvent(block);
        if (event) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** A comment alone, which keeps a connection open, is no event. */
function parseEvent(block: string): StreamEvent | undefined {
  let event = 'message';
  let id: string | null = null;
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const [, field, value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
    if (field === 'event') event = value;
    else if (field === 'id') id = value;
    else if (field === 'data') data.push(value);
  }
  return data.length > 0 ? { event, data: data.join('\n'), id } : undefined;
}
