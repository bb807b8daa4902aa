import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { HtmlPreview } from '../../generic/html-preview.js';
import { Panel } from '../../generic/panel.js';
import { data } from '../../lib/api.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';

/** The mail of a campaign, with the products and coupons that it is sent with. */
export function SentMail({ id, isSent }: { id: string; isSent: boolean }) {
  const mail = useQuery({
    queryKey: ['getAdminCampaignsBroadcastsByIdPreview', id, isSent],
    queryFn: ({ signal }) => data('getAdminCampaignsBroadcastsByIdPreview', { path: { id }, signal }),
    retry: false,
  });
  return (
    <Panel title="Mail">
      {mail.error ? (
        <ErrorView error={mail.error} />
      ) : !mail.data ? (
        <PageLoader />
      ) : (
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            {isSent
              ? 'As it is sent, with a sample name: products, prices and coupons are those of its start.'
              : 'As it would be sent now, with a sample name.'}
          </Text>
          <HtmlPreview title="Mail" html={mail.data.html} text={mail.data.text} schemes />
        </Stack>
      )}
    </Panel>
  );
}
