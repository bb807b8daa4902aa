import { Grid, Group, Stack, Text, Timeline, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from 'react-router';
import { ActButton } from '../../generic/act-button.js';
import { BackLink } from '../../generic/back-link.js';
import { HtmlPreview } from '../../generic/html-preview.js';
import { Detail, Panel } from '../../generic/panel.js';
import { EntityLink, State, Time } from '../../generic/value.js';
import { data } from '../../lib/api.js';
import { label } from '../../lib/format.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';

/** One mail: what it said, whether it arrived, and sending it again. */
export function Page() {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const mail = useQuery({
    queryKey: ['getAdminEmailDeliveriesById', id],
    queryFn: ({ signal }) => data('getAdminEmailDeliveriesById', { path: { id }, signal }),
  });
  if (mail.isLoadingError) return <ErrorView error={mail.error} retry={() => void mail.refetch()} />;
  if (mail.isPending) return <PageLoader />;
  const { template, role, recipient, state, rendered, events } = mail.data;
  return (
    <Stack gap="md">
      <BackLink to="/admin/email/deliveries" text="Mails" />
      <Group justify="space-between">
        <div>
          <Group gap="sm">
            <Title order={1} style={{ overflowWrap: 'anywhere' }}>
              {rendered?.subject ?? template}
            </Title>
            <State text={state} />
          </Group>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            To {recipient}
          </Text>
        </div>
        <ActButton
          operation="postAdminEmailDeliveriesByIdResend"
          path={{ id }}
          label="Send again"
          text="A new mail with the same variables, and the current words and brand."
          done="The mail is queued"
          onDone={({ data: again }) =>
            void navigate(`/admin/email/deliveries/${(again as { id: string }).id}`)
          }
        />
      </Group>
      <Grid gap="md">
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <Panel title="Content">
            {rendered ? (
              <HtmlPreview title="Mail" html={rendered.html} text={rendered.text} schemes />
            ) : (
              <Text size="sm" c="dimmed">
                The variables of this mail are not kept, so its content cannot be shown.
              </Text>
            )}
          </Panel>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <Stack gap="md">
            <Panel title="Details">
              <dl className="details tight">
                <Detail name="Template">
                  <Link to={`/admin/email/templates/${template}/${role}`}>{template}</Link>
                </Detail>
                <Detail name="For">{label(role)}</Detail>
                <Detail name="Kind">{label(mail.data.kind)}</Detail>
                <Detail name="Attempts">{mail.data.attempts}</Detail>
                {mail.data.orderId && (
                  <Detail name="Order">
                    <EntityLink entity="order" id={mail.data.orderId} />
                  </Detail>
                )}
                {mail.data.resendOf && (
                  <Detail name="Sent again of">
                    <Link to={`/admin/email/deliveries/${mail.data.resendOf}`}>the former mail</Link>
                  </Detail>
                )}
                {mail.data.lastError && <Detail name="Last error">{mail.data.lastError}</Detail>}
                <Detail name="Created">
                  <Time instant={mail.data.createdAt} />
                </Detail>
                <Detail name="Sent">{mail.data.sentAt ? <Time instant={mail.data.sentAt} /> : '–'}</Detail>
              </dl>
            </Panel>
            <Panel title="What the provider reported">
              {events.length === 0 ? (
                <Text size="sm" c="dimmed">
                  Nothing yet.
                </Text>
              ) : (
                <Timeline bulletSize={14} lineWidth={2} active={events.length}>
                  {events.map(({ type, reason, occurredAt }) => (
                    <Timeline.Item key={`${type} ${occurredAt}`} title={label(type)}>
                      {reason && <Text size="sm">{reason}</Text>}
                      <Time instant={occurredAt} />
                    </Timeline.Item>
                  ))}
                </Timeline>
              )}
            </Panel>
          </Stack>
        </Grid.Col>
      </Grid>
    </Stack>
  );
}
