import { Text } from '@mantine/core';

/** Headers as they are sent, one a line. */
export function Headers({ headers, first }: { headers: Readonly<Record<string, string>>; first?: string }) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return <pre className="pre message">{[...(first === undefined ? [] : [first]), ...lines].join('\n')}</pre>;
}

/** A body; JSON is indented to be read. */
export function Body({ text, none }: { text: string | null; none: string }) {
  if (text === null || text === '')
    return (
      <Text size="sm" c="dimmed">
        {none}
      </Text>
    );
  return (
    <pre className="pre message" tabIndex={0}>
      {indented(text)}
    </pre>
  );
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
