import { Anchor, Button, Grid, Group, Stack, Text, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Panel } from '../../generic/panel.js';
import { call, data } from '../../lib/api.js';
import { number } from '../../lib/format.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { Facets } from './facets.js';
import { Hits } from './hits.js';
import { ShapeLink } from './shape-link.js';
import { type Asked, Why } from './why.js';

/** A search as a buyer would make it: hits, facets, the synonyms that apply; and what found nothing of late. */
export function TrySearch() {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('q') ?? '';
  const [text, setText] = useState(asked);
  const [explained, setExplained] = useState<Asked | null>(null);
  const found = useQuery({
    queryKey: ['getStoreProductSearch', asked],
    queryFn: ({ signal }) =>
      call('getStoreProductSearch', {
        query: { ...(asked && { q: asked }), facets: 'categories,price', variants: 'none', limit: 20 },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
  const ask = (q: string) => {
    setText(q);
    setSearch(q === '' ? {} : { q });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask(text.trim());
  };
  return (
    <Stack gap="md">
      <form onSubmit={submit}>
        <Group gap="xs">
          <TextInput
            aria-label="Search as a buyer"
            placeholder="Search as a buyer"
            w={{ base: '100%', xs: 320 }}
            maxLength={200}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button type="submit" loading={found.isFetching}>
            Search
          </Button>
          {asked !== '' && <ShapeLink query={asked} size="sm" />}
        </Group>
      </form>
      {found.error && <ErrorView error={found.error} retry={() => void found.refetch()} />}
      {found.isPending && <PageLoader />}
      {found.data?.metadata.redirect && (
        <Text size="sm">A rule leads buyers from here to {found.data.metadata.redirect}.</Text>
      )}
      <Why asked={explained} close={() => setExplained(null)} />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, lg: 8 }}>
          {found.data && (
            <Hits
              products={found.data.data.products}
              total={found.data.metadata.total}
              explain={(product) => setExplained({ q: asked, product })}
            />
          )}
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <Stack gap="md">
            <AppliedSynonyms asked={asked} />
            {found.data && <Facets found={found.data.data} />}
            <NothingFound ask={ask} />
          </Stack>
        </Grid.Col>
      </Grid>
    </Stack>
  );
}

/** The synonyms whose words the search has. */
function AppliedSynonyms({ asked }: { asked: string }) {
  const synonyms = useQuery({
    queryKey: ['getAdminSearchSynonyms', asked],
    queryFn: ({ signal }) => data('getAdminSearchSynonyms', { query: { limit: 100 }, signal }),
    enabled: asked !== '',
  });
  const words = asked.toLowerCase().split(/\s+/);
  const applied = (synonyms.data ?? []).filter((synonym) =>
    (synonym.root ? [synonym.root] : synonym.words).some((word) => words.includes(word.toLowerCase())),
  );
  if (asked === '' || !synonyms.data) return null;
  return (
    <Panel title="Synonyms">
      {applied.length === 0 && (
        <Text size="sm" c="dimmed">
          None of the words has a synonym.
        </Text>
      )}
      {applied.map((synonym) => (
        <Text key={synonym.id} size="sm">
          {synonym.root
            ? `${synonym.root} also finds ${synonym.words.join(', ')}`
            : synonym.words.join(' = ')}
        </Text>
      ))}
    </Panel>
  );
}

/** What buyers searched for and did not find, to be tried here: a synonym may help the next one. */
function NothingFound({ ask }: { ask: (q: string) => void }) {
  const queries = useQuery({
    queryKey: ['getAdminSearchMissedQueries', 'zero-results'],
    queryFn: ({ signal }) =>
      data('getAdminSearchMissedQueries', { query: { kind: 'zero-results', limit: 20 }, signal }),
  });
  return (
    <Panel title="Found nothing">
      {queries.error && <ErrorView error={queries.error} />}
      {queries.data?.length === 0 && (
        <Text size="sm" c="dimmed">
          Every search of late found something. Searches without a hit appear here.
        </Text>
      )}
      <Stack gap={6}>
        {queries.data?.map((row) => (
          <Group key={row.query} justify="space-between" wrap="nowrap">
            <Anchor component="button" type="button" size="sm" truncate onClick={() => ask(row.query)}>
              {row.query}
            </Anchor>
            <Text size="xs" c="dimmed" className="nowrap">
              {number(row.zeroResults)} ×
            </Text>
          </Group>
        ))}
      </Stack>
    </Panel>
  );
}
