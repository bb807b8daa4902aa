/**
 * The task queues and what their workers need. A role of a worker process is a queue, or the relay; configuration,
 * workers and docs/operations.md read this table.
 */
export const queues = {
  /** The only queue with workflows, beside their short steps on the database. */
  core: { concurrency: 40, needs: 'the database' },
  // Two of them print, which is what two cores can use; the others are laid out, stored, on their way from the engine.
  documents: { concurrency: 4, needs: 'Chromium' },
  /** Workbooks keep a processor busy for seconds, and each has its own connection. */
  exports: { concurrency: 2, needs: 'the storage and the database' },
  feeds: { concurrency: 6, needs: 'the remote sides of the feeds' },
  indexing: { concurrency: 4, needs: 'the storage and the database' },
  search: { concurrency: 6, needs: 'the database and the search engine' },
  mail: { concurrency: 6, needs: 'the mail provider' },
  webhooks: { concurrency: 2, needs: 'the database and the receivers of webhooks' },
} as const satisfies Record<string, { concurrency: number; needs: string }>;

export type QueueName = keyof typeof queues;
export const queueNames = Object.keys(queues) as [QueueName, ...QueueName[]];

/** What a worker process can be told to run. */
export const workerRoles = [...queueNames, 'relay'] as const;
export type WorkerRole = (typeof workerRoles)[number];
