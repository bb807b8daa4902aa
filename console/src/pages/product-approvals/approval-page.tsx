import { Alert, Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { BackLink } from '../../generic/back-link.js';
import { EntityLink, State, Time } from '../../generic/value.js';
import { data } from '../../lib/api.js';
import { ago } from '../../lib/format.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { type ApprovalDetail, kindText, valueKey } from './approval.js';
import { ApprovalOutcome, ReasonOf } from './approval-outcome.js';
import { DecisionForm } from './decision-form.js';
import { DifferenceList } from './difference-list.js';
import { NextApproval } from './next-approval.js';
import { ProposedVariants } from './proposed-variants.js';

/** What a vendor submitted beside what is on sale, and the decision. */
export function Page() {
  const { productApprovalId = '' } = useParams();
  const approval = useQuery({
    queryKey: ['getAdminProductApprovalsByProductApprovalId', productApprovalId],
    queryFn: ({ signal }) =>
      data('getAdminProductApprovalsByProductApprovalId', { path: { productApprovalId }, signal }),
    // What is decided is what was looked at: it does not become another below the eyes of the operator.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  if (approval.isLoadingError)
    return <ErrorView error={approval.error} retry={() => void approval.refetch()} />;
  if (approval.isPending) return <PageLoader />;
  return <ApprovalView key={productApprovalId} detail={approval.data} reload={() => approval.refetch()} />;
}

function ApprovalView({ detail, reload }: { detail: ApprovalDetail; reload: () => Promise<unknown> }) {
  const { approval, differences, proposed } = detail;
  const [seen, setSeen] = useState<ApprovalDetail['differences']>([]);
  const isPending = approval.state === 'pending';
  const changed = new Set(isPending ? changedFields(seen, differences) : []);
  return (
    <Stack gap="md">
      <BackLink to="/admin/product-approvals" text="Product approvals" />
      <Header approval={approval} />
      {isPending && approval.vendorStatus === 'suspended' && (
        <Alert color="orange" title="The vendor is suspended">
          Its products cannot be approved until it is reinstated.
        </Alert>
      )}
      {!isPending && <ApprovalOutcome approval={approval} />}
      {!isPending && <NextApproval after={approval.id} />}
      {isPending && (
        <DecisionForm
          detail={detail}
          changed={changed}
          showCurrent={() => {
            setSeen(differences);
            void reload();
          }}
        />
      )}
      {!isPending && (
        <DifferenceList
          approval={approval}
          differences={differences}
          below={({ field }) => <ReasonOf approval={approval} field={field} />}
        />
      )}
      <ProposedVariants variants={proposed.variants} options={proposed.options} />
    </Stack>
  );
}

/** Fields whose values are not those that were looked at. */
function changedFields(seen: ApprovalDetail['differences'], now: ApprovalDetail['differences']): string[] {
  if (seen.length === 0) return [];
  const before = new Map(seen.map((row) => [row.field, valueKey(row.before) + valueKey(row.after)]));
  return now
    .filter((row) => before.get(row.field) !== valueKey(row.before) + valueKey(row.after))
    .map(({ field }) => field);
}

function Header({ approval }: { approval: ApprovalDetail['approval'] }) {
  const { title, kind, state, vendorId, vendorName, productId, submittedAt, version } = approval;
  return (
    <div>
      <Group gap="sm">
        <Title order={1} style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Title>
        <State text={state === 'withdrawn' ? 'taken back' : state} />
      </Group>
      <Text size="sm" c="dimmed" mt={4} component="div" className="linked-text">
        {kindText(kind)} of <EntityLink entity="vendor" id={vendorId} text={vendorName} />, submitted{' '}
        {ago(submittedAt)} (<Time instant={submittedAt} />){version > 1 && `, version ${version}`}.{' '}
        <Anchor component={Link} to={`/admin/products/${productId}`} size="sm">
          {kind === 'new' ? 'The draft' : 'The product on sale'}
        </Anchor>
      </Text>
    </div>
  );
}
