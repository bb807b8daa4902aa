import { Anchor, Button, Card, Group, Rating, Stack, Text, Textarea, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { RowOf } from 'haat-client';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { Nothing, Pages, SearchField, useListAddress } from '../../generic/list-tools.js';
import { useAct } from '../../generic/use-act.js';
import { Time } from '../../generic/value.js';
import { call } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { mayCall, useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';

type Review = RowOf<'getVendorReviews'>;

/** What shoppers say of the products, and the replies below it. */
export function Page() {
  const list = useListAddress();
  const reviews = useQuery({
    queryKey: ['getVendorReviews', list.query],
    queryFn: ({ signal }) => call('getVendorReviews', { query: list.query as never, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <Stack gap="md" maw={860}>
      <Title order={1}>Reviews</Title>
      <SearchField label="Search reviews and products" list={list} />
      {reviews.isLoadingError ? (
        <ErrorView error={reviews.error} retry={() => void reviews.refetch()} />
      ) : reviews.isPending ? (
        <PageLoader />
      ) : reviews.data.data.length === 0 ? (
        <Nothing title={list.search ? 'No review matches' : 'No reviews yet'}>
          {!list.search && 'Buyers can review what was delivered to them.'}
        </Nothing>
      ) : (
        reviews.data.data.map((review) => <ReviewCard key={review.id} review={review} />)
      )}
      <Pages total={reviews.data?.metadata?.total} list={list} />
    </Stack>
  );
}

function ReviewCard({ review }: { review: Review }) {
  const [editing, setEditing] = useState(false);
  const session = useSession();
  const mayReply = mayCall(useDeclarations().get('postVendorReviewsByIdReply'), session);
  return (
    <Card withBorder padding="lg">
      <Group justify="space-between">
        <Rating value={review.rating} readOnly size="sm" role="img" aria-label={`${review.rating} of 5`} />
        <Text size="sm" c="dimmed" component="div">
          {review.authorName ?? 'A buyer'} · <Time instant={review.createdAt} />
        </Text>
      </Group>
      <Anchor component={Link} to={`/vendor/products/${review.productId}`} size="sm">
        {review.productTitle}
      </Anchor>
      {review.title && (
        <Text fw={600} mt="xs">
          {review.title}
        </Text>
      )}
      {review.text && (
        <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
          {review.text}
        </Text>
      )}
      {review.reply && !editing && (
        <Card withBorder padding="sm" mt="sm">
          <Text size="xs" c="dimmed">
            Your reply
          </Text>
          <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
            {review.reply}
          </Text>
        </Card>
      )}
      {editing ? (
        <ReplyForm review={review} close={() => setEditing(false)} />
      ) : (
        mayReply && (
          <Group justify="flex-end" mt="sm">
            <Button size="compact-sm" variant="default" onClick={() => setEditing(true)}>
              {review.reply ? 'Change the reply' : 'Reply'}
            </Button>
          </Group>
        )
      )}
    </Card>
  );
}

function ReplyForm({ review, close }: { review: Review; close: () => void }) {
  const [text, setText] = useState(review.reply ?? '');
  const { act, busy, error, fields } = useAct(['text']);
  function submit(event: FormEvent): void {
    event.preventDefault();
    void act(
      () => call('postVendorReviewsByIdReply', { path: { id: review.id }, body: { text } }).then(close),
      text.trim() === '' ? 'The reply is removed' : 'The reply stands below the review',
    );
  }
  return (
    <form onSubmit={submit}>
      <Stack mt="sm">
        <Textarea
          label="Reply"
          description="Everybody reads it. Empty removes it"
          autosize
          minRows={3}
          maxLength={2000}
          data-autofocus
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          error={fields['text']}
        />
        {error !== null && <ErrorView error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            Save the reply
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
