import { Stack, Text } from '@mantine/core';
import type { Line } from './order.js';
import { PieceInput } from './piece-input.js';

export type Pieces = Record<string, number>;

/** Pieces of a line that are in no parcel and were not cancelled. */
export const unsentOf = ({
  quantity,
  sentQuantity = 0,
  cancelledQuantity = 0,
}: Pick<Line, 'quantity' | 'sentQuantity' | 'cancelledQuantity'>): number =>
  quantity - sentQuantity - cancelledQuantity;

/** Whether there is anything to send apart: more than one piece is left. */
export const canSplit = (lines: readonly Line[]): boolean =>
  lines.reduce((sum, line) => sum + unsentOf(line), 0) > 1;

/** The pieces as a body names them. */
export const chosenLines = (pieces: Pieces) =>
  Object.entries(pieces).flatMap(([lineId, quantity]) => (quantity > 0 ? [{ lineId, quantity }] : []));

/** The lines of a sub-order, and how many pieces of each go into the parcel. */
export function PieceInputs({
  lines,
  pieces,
  onChange,
}: {
  lines: readonly Line[];
  pieces: Pieces;
  onChange: (pieces: Pieces) => void;
}) {
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        How many pieces go into this parcel? The others stay to be sent later.
      </Text>
      {lines.map((line) => {
        const left = unsentOf(line);
        return (
          <PieceInput
            key={line.id}
            line={line}
            left={left}
            hint={left === 0 ? 'Nothing is left to send' : `${left} of ${line.quantity} left`}
            value={pieces[line.id]}
            onChange={(count) => onChange({ ...pieces, [line.id]: count })}
          />
        );
      })}
    </Stack>
  );
}
