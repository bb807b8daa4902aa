import { Group, SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';

const framed = {
  border: '1px solid var(--mantine-color-default-border)',
  borderRadius: 'var(--mantine-radius-sm)',
};

type Width = 'wide' | 'narrow' | 'text';

/**
 * HTML of others in a frame without scripts, forms and links out; as a page or a mail shows it. A mail adapts to the
 * colours of its reader by a media query, which the preview decides instead of the browser.
 */
export function HtmlPreview({
  title,
  html,
  text,
  schemes = false,
  height = 560,
}: {
  title: string;
  html: string;
  /** The plain text beside it, for mails. */
  text?: string;
  /** Whether it can be shown light and dark. */
  schemes?: boolean;
  height?: number;
}) {
  const [width, setWidth] = useState<Width>('wide');
  const [scheme, setScheme] = useState('light');
  const shown = schemes
    ? html.replace(/\(prefers-color-scheme:\s*(dark|light)\)/g, (_, name: string) =>
        name === scheme ? '(min-width: 0px)' : '(max-width: 0px)',
      )
    : html;
  return (
    <div>
      <Group gap="xs" mb="xs">
        <SegmentedControl
          size="xs"
          aria-label={`Width of ${title.toLowerCase()}`}
          value={width}
          onChange={(next) => setWidth(next as Width)}
          data={[
            { value: 'wide', label: 'Wide' },
            { value: 'narrow', label: 'Narrow' },
            ...(text === undefined ? [] : [{ value: 'text', label: 'Text' }]),
          ]}
        />
        {schemes && width !== 'text' && (
          <SegmentedControl
            size="xs"
            aria-label={`Colours of ${title.toLowerCase()}`}
            value={scheme}
            onChange={setScheme}
            data={[
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
            ]}
          />
        )}
      </Group>
      {width === 'text' ? (
        <pre
          className="pre"
          style={{ ...framed, padding: 'var(--mantine-spacing-md)', maxHeight: 560, overflow: 'auto' }}
          tabIndex={0}
          aria-label={`${title} as text`}
        >
          {text}
        </pre>
      ) : (
        <div
          style={{
            ...framed,
            overflow: 'hidden',
            marginInline: 'auto',
            maxWidth: width === 'narrow' ? 375 : undefined,
          }}
        >
          <iframe
            title={title}
            sandbox=""
            srcDoc={shown}
            referrerPolicy="no-referrer"
            style={{
              display: 'block',
              width: '100%',
              border: 0,
              height,
              colorScheme: scheme === 'dark' ? 'dark' : 'light',
              background: scheme === 'dark' ? '#12161c' : '#fff',
            }}
          />
        </div>
      )}
      {html === '' && (
        <Text size="sm" c="dimmed">
          Nothing to show yet.
        </Text>
      )}
    </div>
  );
}
