import { Alert, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Panel } from '../../generic/panel.js';
import { data } from '../../lib/api.js';
import { number } from '../../lib/format.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { type GroupDraft, type GroupRule, rulesOf } from './group.js';
import { MemberLine } from './member-line.js';

/** How many customers the rules select as they are typed, and the latest of them with the reason. */
export function GroupPreview({ match, rules }: Pick<GroupDraft, 'match' | 'rules'>) {
  const complete = rules.length > 0 ? rulesOf(rules) : undefined;
  const [settled] = useDebouncedValue(JSON.stringify(complete ? { match, rules: complete } : null), 300);
  const body = JSON.parse(settled) as { match: GroupDraft['match']; rules: GroupRule[] } | null;
  const preview = useQuery({
    queryKey: ['postAdminCustomerGroupsPreview', settled],
    queryFn: ({ signal }) => data('postAdminCustomerGroupsPreview', { body: body ?? { rules: [] }, signal }),
    enabled: body !== null,
    placeholderData: keepPreviousData,
  });
  return (
    <Panel title="Who would be in it">
      {body === null ? (
        <Text size="sm" c="dimmed">
          Complete the rules to see who is in the group.
        </Text>
      ) : preview.error ? (
        <ErrorView error={preview.error} retry={() => void preview.refetch()} />
      ) : preview.isPending ? (
        <PageLoader />
      ) : (
        <Stack gap="sm" role="status" style={{ opacity: preview.isPlaceholderData ? 0.6 : 1 }}>
          <Text fw={600}>
            {preview.data.count === 1 ? '1 customer' : `${number(preview.data.count)} customers`}
          </Text>
          {preview.data.count === 0 && (
            <Alert color="orange" variant="light">
              Nobody meets these rules today.
            </Alert>
          )}
          {preview.data.examples.map((member) => (
            <MemberLine key={member.userId} member={member} rules={body.rules} />
          ))}
          {preview.data.count > preview.data.examples.length && (
            <Text size="sm" c="dimmed">
              And {number(preview.data.count - preview.data.examples.length)} more.
            </Text>
          )}
        </Stack>
      )}
    </Panel>
  );
}
