/** The open streams of a process, so that a shutdown can end them: they would otherwise never end by themselves. */
export function createLiveStreams() {
  const open = new Set<() => void>();
  return {
    /** Registers how to close a stream; call the returned function when it has closed by itself. */
    add(close: () => void): () => void {
      open.add(close);
      return () => open.delete(close);
    },
    closeAll(): void {
      for (const close of open) close();
      open.clear();
    },
    get size(): number {
      return open.size;
    },
  };
}

export type LiveStreams = ReturnType<typeof createLiveStreams>;
