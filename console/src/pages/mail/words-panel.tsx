import { Alert, Anchor, Button, Code, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { useReadOnly } from '../../generic/editable.js';
import { Panel } from '../../generic/panel.js';
import { label } from '../../lib/format.js';
import { type Template, type TemplateDraft, type Word, words } from './template-page.js';

interface Props {
  template: Template;
  draft: TemplateDraft;
  set: (fields: Partial<TemplateDraft>) => void;
  errors: Record<string, string>;
  /** Variables that the words name and that no mail has. */
  unknown: readonly string[];
}

const titles: Record<Word, string> = {
  subject: 'Subject',
  preheader: 'Preview text',
  heading: 'Heading',
  body: 'Body',
};

/** The words of a mail; a variable goes in where the cursor was. */
export function WordsPanel({ template, draft, set, errors, unknown }: Props) {
  const last = useRef<{ word: Word; element: HTMLInputElement | HTMLTextAreaElement } | null>(null);
  const readOnly = useReadOnly();
  const insert = (name: string) => {
    const { word, element } = last.current ?? { word: 'body' as const, element: null };
    const text = draft[word];
    const [from, to] = [element?.selectionStart ?? text.length, element?.selectionEnd ?? text.length];
    const variable = `{{${name}}}`;
    set({ [word]: text.slice(0, from) + variable + text.slice(to) });
    // After the new text stands in the field.
    setTimeout(() => {
      element?.focus();
      element?.setSelectionRange(from + variable.length, from + variable.length);
    }, 0);
  };
  const field = (word: Word) => ({
    label: titles[word],
    name: word,
    value: draft[word],
    error: errors[word] ?? unknownIn(draft[word], unknown),
    description: <OfDefault word={word} template={template} draft={draft} set={set} />,
    onFocus: (event: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) => {
      last.current = { word, element: event.currentTarget };
    },
    onChange: (event: { currentTarget: { value: string } }) => set({ [word]: event.currentTarget.value }),
  });
  return (
    <Panel title="Words">
      <Stack>
        {words
          .filter((word) => word !== 'body')
          .map((word) => (
            <TextInput key={word} {...field(word)} />
          ))}
        <Textarea
          {...field('body')}
          autosize
          minRows={10}
          maxRows={28}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
        />
        {unknown.length > 0 && (
          <Alert color="orange" variant="light" title="Unknown variables" role="alert">
            This mail does not have {unknown.map((name) => `{{${name}}}`).join(', ')}: nothing would stand
            there.
          </Alert>
        )}
        <div>
          <Text size="sm" fw={500} mb={4}>
            Variables
          </Text>
          <Group gap={6}>
            {template.variables.map(({ name, description, sample }) => (
              <Button
                key={name}
                size="compact-xs"
                variant="default"
                title={`${description}: ${sample}`}
                aria-label={`Insert ${name}`}
                disabled={readOnly}
                onClick={() => insert(name)}
              >
                <Code bg="transparent">{name}</Code>
              </Button>
            ))}
          </Group>
        </div>
      </Stack>
    </Panel>
  );
}

/** Which unknown variables a text names. */
function unknownIn(text: string, unknown: readonly string[]): string | undefined {
  const found = unknown.filter((name) => new RegExp(`\\{\\{[#/]?\\s*${name}[\\s|}]`).test(text));
  return found.length === 0 ? undefined : `Unknown: ${found.map((name) => `{{${name}}}`).join(', ')}`;
}

/** Whether a text is that of the default, and the way back to it. */
function OfDefault({
  word,
  template,
  draft,
  set,
}: Pick<Props, 'template' | 'draft' | 'set'> & { word: Word }) {
  const standard = template.default[word];
  if (draft[word] === standard) return <>As the default</>;
  return (
    <>
      Differs from the default
      {word === 'body' ? '' : ` “${standard || `no ${label(word).toLowerCase()}`}”`};{' '}
      <Anchor component="button" type="button" size="xs" onClick={() => set({ [word]: standard })}>
        use the default
      </Anchor>
    </>
  );
}
