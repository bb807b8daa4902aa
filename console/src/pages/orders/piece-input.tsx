import { Group, NumberInput, Text } from '@mantine/core';
import type { Line } from './order.js';

/** A line of an order, and a field for how many of the pieces that are left are meant. */
export function PieceInput({
  line,
  left,
  hint,
  value = 0,
  onChange,
}: {
  line: Pick<Line, 'title' | 'variantTitle'>;
  left: number;
  hint: string;
  value?: number | undefined;
  onChange: (pieces: number) => void;
}) {
  const name = [line.title, line.variantTitle].filter(Boolean).join(', ');
  return (
    <Group justify="space-between" wrap="nowrap" align="center">
      <div style={{ minWidth: 0 }}>
        <Text size="sm" className="clip">
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {hint}
        </Text>
      </div>
      <NumberInput
        aria-label={`Pieces of ${name}`}
        w={90}
        min={0}
        max={left}
        clampBehavior="strict"
        allowDecimal={false}
        disabled={left === 0}
        value={value}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(pieces) => onChange(Number(pieces) || 0)}
      />
    </Group>
  );
}
