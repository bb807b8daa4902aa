import { Card, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { Panel } from '../../generic/panel.js';
import { plainText } from '../../lib/format.js';
import type { Basics } from './draft.js';
import type { PartProps } from './product-editor.js';

/** What search engines show, as they show it. */
export function SearchPanel({ draft: { basics }, change, errors }: PartProps) {
  const set = (fields: Partial<Basics>) =>
    change((before) => ({ ...before, basics: { ...before.basics, ...fields } }));
  const slug =
    basics.slug ||
    basics.title
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '');
  return (
    <Panel title="Search engines">
      <Stack>
        <Card withBorder padding="md" aria-label="Preview of the result">
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            …/products/{slug}
          </Text>
          <Text fw={600} c="blue" lineClamp={1}>
            {basics.metaTitle || basics.title || 'Title'}
          </Text>
          <Text size="sm" lineClamp={2}>
            {basics.metaDescription ||
              plainText(basics.description).slice(0, 160) ||
              'The beginning of the text'}
          </Text>
        </Card>
        <TextInput
          label="Title for search engines"
          description={`${(basics.metaTitle ?? '').length} of about 60 characters; empty takes the title`}
          value={basics.metaTitle ?? ''}
          onChange={(event) => set({ metaTitle: event.currentTarget.value || null })}
          error={errors['basics.metaTitle']}
        />
        <Textarea
          label="Text for search engines"
          description={`${(basics.metaDescription ?? '').length} of about 160 characters`}
          autosize
          minRows={2}
          value={basics.metaDescription ?? ''}
          onChange={(event) => set({ metaDescription: event.currentTarget.value || null })}
          error={errors['basics.metaDescription']}
        />
        <TextInput
          label="Address"
          description="Lower-case words joined by hyphens; empty is made from the title. The old address goes on leading here"
          placeholder={slug}
          value={basics.slug}
          onChange={(event) => set({ slug: event.currentTarget.value })}
          error={errors['basics.slug']}
        />
      </Stack>
    </Panel>
  );
}
