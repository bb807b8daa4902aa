import { Button, Group, Input, Textarea } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { useReadOnly } from './editable.js';

interface Props {
  label: string;
  value: string;
  onChange: (html: string) => void;
  error?: string;
}

const commands: { command: string; value?: string; label: string; name: string }[] = [
  { command: 'bold', label: 'B', name: 'Bold' },
  { command: 'italic', label: 'I', name: 'Italic' },
  { command: 'formatBlock', value: 'h3', label: 'H', name: 'Heading' },
  { command: 'formatBlock', value: 'p', label: '¶', name: 'Paragraph' },
  { command: 'insertUnorderedList', label: '•', name: 'List' },
  { command: 'insertOrderedList', label: '≡', name: 'Numbered list' },
];

/**
 * Text with bold, headings, lists and links. The server keeps only the HTML that it allows, and the page's policy runs no
 * script of a text; what is pasted comes in as plain text.
 */
export function RichText({ label, value, onChange, error }: Props) {
  const id = useId();
  const readOnly = useReadOnly();
  const box = useRef<HTMLDivElement>(null);
  const [source, setSource] = useState(false);
  // What was typed is in the box already: only a value from elsewhere is written to it.
  useEffect(() => {
    const element = box.current;
    if (element && htmlOf(element) !== value) element.innerHTML = value;
  }, [value, source]);
  const run = (command: string, argument?: string) => {
    box.current?.focus();
    document.execCommand(command, false, argument);
    if (box.current) onChange(htmlOf(box.current));
  };
  const link = () => {
    const url = window.prompt('Address of the link', 'https://');
    if (url && /^(https?:|mailto:|\/)/.test(url)) run('createLink', url);
  };
  return (
    <Input.Wrapper label={label} error={error} labelProps={{ id }}>
      {!readOnly && (
        <Group gap={4} mb={6} role="toolbar" aria-label={`Format of ${label}`}>
          {commands.map(({ command, value: argument, label: text, name }) => (
            <Button
              key={name}
              size="compact-sm"
              variant="default"
              aria-label={name}
              title={name}
              disabled={source}
              onClick={() => run(command, argument)}
            >
              {text}
            </Button>
          ))}
          <Button size="compact-sm" variant="default" disabled={source} onClick={link}>
            Link
          </Button>
          <Button size="compact-sm" variant="subtle" aria-pressed={source} onClick={() => setSource(!source)}>
            {source ? 'Text' : 'HTML'}
          </Button>
        </Group>
      )}
      {source ? (
        <Textarea
          aria-labelledby={id}
          autosize
          minRows={8}
          maxRows={24}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      ) : (
        <div
          ref={box}
          className="rich-text"
          role="textbox"
          aria-multiline="true"
          aria-labelledby={id}
          aria-readonly={readOnly}
          contentEditable={!readOnly}
          suppressContentEditableWarning
          onInput={(event) => onChange(htmlOf(event.currentTarget))}
          onPaste={(event) => {
            event.preventDefault();
            document.execCommand('insertText', false, event.clipboardData.getData('text/plain'));
          }}
        />
      )}
    </Input.Wrapper>
  );
}

/** Browsers leave a line break in a box that was emptied. */
const htmlOf = ({ innerHTML }: HTMLElement) => (innerHTML === '<br>' ? '' : innerHTML);
