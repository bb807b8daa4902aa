import { Text } from '@mantine/core';
import { Figure } from '../../generic/figure.js';

/** A figure, and how it changed against the span before where there is something to compare with. */
export function Kpi({ percent, ...figure }: { name: string; value: string; percent?: number | null }) {
  const change = percent === undefined || percent === null ? undefined : <Change percent={percent} />;
  return <Figure {...figure} note={change} />;
}

function Change({ percent }: { percent: number }) {
  return (
    <Text size="xs" c={percent < 0 ? 'red' : 'teal'}>
      {percent > 0 ? '+' : ''}
      {Math.round(percent)} % against the span before
    </Text>
  );
}
