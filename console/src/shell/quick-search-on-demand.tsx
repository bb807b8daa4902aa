import { Loader, Paper, Text } from '@mantine/core';
import { Suspense, useEffect, useState } from 'react';
import { part } from './part.js';

const load = () => import('./quick-search.js');
const QuickSearch = part(() => load().then(({ QuickSearch }) => QuickSearch));

let ask: (() => void) | undefined;
export const openQuickSearch = () => ask?.();
/** A pointer over the button: the search will be opened in a moment. */
export const prepareQuickSearch = () => void load().catch(() => undefined);

/**
 * Ctrl-K: the search is loaded when it is first opened. What is typed until its field is there is kept, and stands in
 * the field then.
 */
export function QuickSearchOnDemand() {
  const [opened, setOpened] = useState(0);
  const [typed, setTyped] = useState('');
  const [ready, setReady] = useState(false);
  const waiting = opened > 0 && !ready;

  useEffect(() => {
    ask = () => setOpened((count) => count + 1);
    return () => {
      ask = undefined;
    };
  }, []);

  useEffect(() => {
    function keep(event: KeyboardEvent): void {
      const isShortcut = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
      // Once it is there, the search listens to its keys itself.
      if (isShortcut && opened === 0) {
        event.preventDefault();
        setOpened(1);
      }
      if (!waiting || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Escape') setOpened(0);
      else if (event.key === 'Backspace') setTyped((text) => text.slice(0, -1));
      else if (event.key.length === 1) setTyped((text) => text + event.key);
      else return;
      // They are meant for the search, not for what had the focus before.
      event.preventDefault();
      event.stopPropagation();
    }
    document.addEventListener('keydown', keep, true);
    return () => document.removeEventListener('keydown', keep, true);
  }, [opened, waiting]);

  if (opened === 0) return null;
  return (
    <Suspense fallback={<Loading typed={typed} />}>
      <QuickSearch opened={opened} typed={typed} onReady={() => setReady(true)} />
    </Suspense>
  );
}

function Loading({ typed }: { typed: string }) {
  return (
    <Paper
      role="status"
      withBorder
      shadow="md"
      p="md"
      pos="fixed"
      top={64}
      left="50%"
      w="min(600px, 92vw)"
      style={{ transform: 'translateX(-50%)', zIndex: 300, display: 'flex', gap: 12, alignItems: 'center' }}
    >
      <Loader size="xs" aria-hidden />
      <Text>{typed === '' ? 'The search is loading' : typed}</Text>
    </Paper>
  );
}
