import { Stack, TextInput } from '@mantine/core';
import { Panel } from '../../generic/panel.js';
import { RichText } from '../../generic/rich-text.js';
import type { Basics } from './draft.js';
import type { PartProps } from './product-editor.js';

/** Title and text. */
export function DescriptionPanel({ draft: { basics }, change, errors }: PartProps) {
  const set = (fields: Partial<Basics>) =>
    change((before) => ({ ...before, basics: { ...before.basics, ...fields } }));
  return (
    <Panel title="Description">
      <Stack>
        <TextInput
          label="Title"
          required
          maxLength={255}
          value={basics.title}
          onChange={(event) => set({ title: event.currentTarget.value })}
          error={errors['basics.title']}
        />
        <TextInput
          label="Subtitle"
          maxLength={500}
          value={basics.subtitle ?? ''}
          onChange={(event) => set({ subtitle: event.currentTarget.value || null })}
          error={errors['basics.subtitle']}
        />
        <RichText
          label="Text"
          value={basics.description ?? ''}
          onChange={(html) => set({ description: html === '' ? null : html })}
          error={errors['basics.description']}
        />
      </Stack>
    </Panel>
  );
}
