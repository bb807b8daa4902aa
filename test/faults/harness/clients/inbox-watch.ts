import { setTimeout as sleep } from 'node:timers/promises';

/** Every mail that arrived, by the id that its row has with us. */
export interface InboxWatch {
  /** How often each arrived. */
  arrivals(): ReadonlyMap<string, number>;
  /** Looks once more and ends. */
  stop(): Promise<void>;
}

interface Summary {
  id: string;
}

/** Follows the inbox, which keeps the newest thousand only. */
export function watchInbox(url: string): InboxWatch {
  const seen = new Set<string>();
  const counts = new Map<string, number>();
  let stopping = false;

  async function look(): Promise<void> {
    const { messages } = (await (await fetch(`${url}/api/messages`)).json()) as { messages: Summary[] };
    for (const { id } of messages.filter((item) => !seen.has(item.id))) {
      const message = (await (await fetch(`${url}/api/messages/${id}`)).json()) as {
        messageId: string | null;
      };
      seen.add(id);
      const own = message.messageId?.split('@')[0] ?? 'without an id';
      counts.set(own, (counts.get(own) ?? 0) + 1);
    }
  }
  const running = (async () => {
    while (!stopping) {
      await look();
      for (let waited = 0; waited < 20 && !stopping; waited += 1) await sleep(250);
    }
  })();
  // Thrown when it is stopped.
  running.catch(() => undefined);
  return {
    arrivals: () => counts,
    async stop() {
      stopping = true;
      await running;
      await look();
    },
  };
}
