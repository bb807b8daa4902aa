import { Alert, Code, Grid, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { HtmlPreview } from '../../generic/html-preview.js';
import { Panel } from '../../generic/panel.js';
import { RichText } from '../../generic/rich-text.js';
import { type PartProps, previewOf } from './content-page.js';

/**
 * The content and its preview. Raw HTML is kept byte for byte and can hold scripts, which is why a right of its own is
 * needed for it: without the right the content of a page that is there is shown and cannot be changed.
 */
export function ContentPanel({
  draft,
  set,
  errors,
  isNew,
  mayWriteHtml,
}: PartProps & { isNew: boolean; mayWriteHtml: boolean }) {
  const [shown] = useDebouncedValue(draft, 300);
  const locked = !mayWriteHtml && !isNew;
  return (
    <Panel title="Content">
      <Stack>
        {!mayWriteHtml && (
          <Alert color="yellow" variant="light" title="Without the right to write raw HTML">
            {isNew
              ? 'You can create a page with the standard template. Its content, and pages of raw HTML, need '
              : 'Content and template of a page can only be changed with '}
            the permission <Code>content:manageRawHtml</Code>
            {isNew ? ' afterwards.' : ', because a page can hold scripts.'}
          </Alert>
        )}
        <TextInput
          label="Title"
          required
          value={draft.title}
          error={errors['title']}
          onChange={(event) => set({ title: event.currentTarget.value })}
        />
        <div>
          <SegmentedControl
            aria-label="Template"
            disabled={!mayWriteHtml}
            value={draft.template}
            onChange={(template) => set({ template: template as 'default' | 'html' })}
            data={[
              { value: 'default', label: 'Standard' },
              { value: 'html', label: 'Raw HTML' },
            ]}
          />
          {errors['template'] && (
            <Text size="xs" c="red">
              {errors['template']}
            </Text>
          )}
        </div>
        <Grid gap="md">
          <Grid.Col span={{ base: 12, lg: 6 }}>
            {draft.template === 'html' || locked ? (
              <Textarea
                label="HTML"
                autosize
                minRows={18}
                maxRows={32}
                readOnly={locked}
                styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
                value={draft.content}
                error={errors['content']}
                onChange={(event) => set({ content: event.currentTarget.value })}
              />
            ) : (
              <RichText
                label="Text"
                value={draft.content}
                error={errors['content']}
                onChange={(content) => set({ content })}
              />
            )}
          </Grid.Col>
          <Grid.Col span={{ base: 12, lg: 6 }}>
            <HtmlPreview title="Preview" html={previewOf(shown)} height={440} />
            <Text size="xs" c="dimmed" mt={4}>
              Scripts do not run in the preview.
            </Text>
          </Grid.Col>
        </Grid>
      </Stack>
    </Panel>
  );
}
