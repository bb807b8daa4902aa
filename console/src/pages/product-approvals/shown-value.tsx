import { Anchor, Badge, Group, Text } from '@mantine/core';
import { HtmlFrame } from '../../generic/html-frame.js';
import { pictureUrl } from '../../generic/picture-url.js';
import { type Difference, type FieldValue, isPicture } from './approval.js';
import { markedText, type Piece } from './marked-text.js';

export type Side = 'before' | 'after';

/** One side of a difference: what only this side has is marked. */
export function ShownValue({
  difference,
  side,
  asShown,
}: {
  difference: Difference;
  side: Side;
  asShown: boolean;
}) {
  const value = difference[side];
  const other = difference[side === 'before' ? 'after' : 'before'];
  if (value === null)
    return (
      <Text size="sm" c="dimmed">
        {side === 'before' ? 'Nothing' : 'Removed'}
      </Text>
    );
  if (isPicture(difference.field))
    return <Pictures images={listOf(value)} others={listOf(other)} side={side} />;
  if (Array.isArray(value)) return <Entries entries={value} others={listOf(other)} side={side} />;
  const [text, otherText] = [textOf(value), textOf(other)];
  if (asShown) return <HtmlFrame html={text} title={`${difference.label}, ${sideText[side]}`} height={260} />;
  return (
    <MarkedText
      pieces={side === 'before' ? markedText(text, otherText) : markedText(otherText, text)}
      side={side}
    />
  );
}

export const sideText: Record<Side, string> = { before: 'on sale now', after: 'as submitted' };
const marks: Record<Side, string> = { before: 'removed', after: 'new' };

const listOf = (value: FieldValue): string[] =>
  value === null ? [] : typeof value === 'string' ? [value] : Array.isArray(value) ? value : [];

function textOf(value: FieldValue): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.join('\n');
  return value.body === null ? value.title : `${value.title}\n\n${value.body}`;
}

function MarkedText({ pieces, side }: { pieces: readonly Piece[]; side: Side }) {
  const hidden = side === 'before' ? 'added' : 'removed';
  const Mark = side === 'before' ? 'del' : 'ins';
  return (
    <Text size="sm" component="div" className="marked-text">
      {pieces
        .filter(({ kind }) => kind !== hidden)
        .map(({ kind, text }, index) =>
          kind === 'same' ? <span key={index}>{text}</span> : <Mark key={index}>{text}</Mark>,
        )}
    </Text>
  );
}

interface Sides {
  others: readonly string[];
  side: Side;
}

function Entries({ entries, others, side }: Sides & { entries: readonly string[] }) {
  return (
    <Group gap={6}>
      {entries.map((entry) => (
        <Badge
          key={entry}
          variant="light"
          tt="none"
          fw={500}
          h="auto"
          py={2}
          color={others.includes(entry) ? 'gray' : side === 'before' ? 'red' : 'teal'}
          styles={{ label: { whiteSpace: 'normal', overflowWrap: 'anywhere' } }}
        >
          {others.includes(entry) ? (
            entry
          ) : (
            <>
              {entry} ({marks[side]})
            </>
          )}
        </Badge>
      ))}
    </Group>
  );
}

function Pictures({ images, others, side }: Sides & { images: readonly string[] }) {
  return (
    <div className="pictures">
      {images.map((image, index) => {
        const mark = others.includes(image) ? (others.indexOf(image) === index ? '' : 'moved') : marks[side];
        const url = pictureUrl(image) ?? '';
        return (
          <figure key={image} className="picture compared" data-mark={mark || undefined}>
            <Anchor href={url} target="_blank" rel="noreferrer noopener">
              <img
                src={url}
                alt={`Picture ${index + 1} ${sideText[side]}${mark && `, ${mark}`}`}
                loading="lazy"
              />
            </Anchor>
            <figcaption>
              {index + 1}
              {mark && `, ${mark}`}
            </figcaption>
          </figure>
        );
      })}
    </div>
  );
}
