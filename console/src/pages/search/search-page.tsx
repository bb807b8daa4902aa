import { Stack, Text, Title } from '@mantine/core';
import { AddressTabs, useAddressTab } from '../../generic/address-tabs.js';
import { EmbeddedList } from '../../generic/embedded-list.js';
import { MissedQueries } from './missed-queries.js';
import { RulesList } from './rules-list.js';
import { TrySearch } from './try-search.js';

const tabs = [
  { value: 'try', label: 'Try a search' },
  { value: 'queries', label: 'What buyers search for' },
  { value: 'rules', label: 'Rules' },
  { value: 'synonyms', label: 'Synonyms' },
];

/** The search as buyers have it, what they look for, and the synonyms that help them. */
export function Page() {
  const tab = useAddressTab(tabs);
  return (
    <Stack gap="md">
      <div>
        <Title order={1}>Search</Title>
        <Text c="dimmed" size="sm">
          What buyers find, and what they do not.
        </Text>
      </div>
      <AddressTabs tabs={tabs} name="Parts of the search" />
      {tab === 'try' && <TrySearch />}
      {tab === 'queries' && (
        <>
          <MissedQueries />
          <EmbeddedList operation="getAdminSearchQueries" tools />
        </>
      )}
      {tab === 'rules' && <RulesList />}
      {tab === 'synonyms' && <EmbeddedList operation="getAdminSearchSynonyms" tools />}
    </Stack>
  );
}
