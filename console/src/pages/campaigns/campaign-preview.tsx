import { Alert, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { HtmlPreview } from '../../generic/html-preview.js';
import { Panel } from '../../generic/panel.js';
import { data } from '../../lib/api.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { type Block, isChosen } from './block.js';

/** The mail that the blocks make, and what its readers would trip over. */
export function CampaignPreview({
  subject,
  previewText,
  blocks,
}: {
  subject: string;
  previewText: string;
  blocks: readonly Block[];
}) {
  // A block of which nothing is chosen yet would be refused.
  const [shown] = useDebouncedValue({ subject, previewText, blocks: blocks.filter(isChosen) }, 400);
  const preview = useQuery({
    queryKey: ['postAdminCampaignsPreview', shown],
    queryFn: ({ signal }) =>
      data('postAdminCampaignsPreview', {
        body: {
          subject: shown.subject.trim() || '…',
          previewText: shown.previewText,
          blocks: [...shown.blocks],
        },
        signal,
      }),
    enabled: shown.blocks.length > 0,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return (
    <Panel title="Preview">
      {shown.blocks.length === 0 ? (
        <Text size="sm" c="dimmed">
          Add a block to see the mail.
        </Text>
      ) : preview.error ? (
        <ErrorView error={preview.error} />
      ) : !preview.data ? (
        <PageLoader />
      ) : (
        <Stack gap="sm">
          <Text size="sm">
            Subject: <strong>{preview.data.subject}</strong>
          </Text>
          {preview.data.unknownVariables.length > 0 && (
            <Alert color="orange" variant="light" p="xs" title="Unknown variables">
              {preview.data.unknownVariables.map((name) => `{{${name}}}`).join(', ')}: nothing would stand
              there.
            </Alert>
          )}
          {preview.data.warnings.map((warning) => (
            <Alert key={warning} color="yellow" variant="light" p="xs">
              {warning}
            </Alert>
          ))}
          <HtmlPreview title="Mail" html={preview.data.html} text={preview.data.text} schemes />
        </Stack>
      )}
    </Panel>
  );
}
