import { Badge } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useAttention } from '../lib/attention.js';

const AFTER_MS = 1_000;

/** Kinds that a queue decides; Home shows every kind. */
const decisions = new Set(['vendorApplications', 'reviewsToModerate', 'catalogRequests', 'productApprovals']);

/** How many things wait for a person, beside an entry of the menu; nothing where none do. */
export function WaitingCount({ of }: { of: 'home' | 'queues' }) {
  // The page itself comes first.
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWanted(true), AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const { waiting } = useAttention(wanted);
  const kinds = waiting.data?.kinds.filter(({ kind }) => of === 'home' || decisions.has(kind)) ?? [];
  const count = kinds.reduce((sum, item) => sum + item.count, 0);
  if (count === 0) return null;
  const more = count > 999 || kinds.some((item) => item.more);
  return (
    <Badge
      size="sm"
      variant="light"
      color="gray"
      miw="max-content"
      title={`${count}${more ? ' or more' : ''} wait`}
    >
      {more ? `${Math.min(count, 999)}+` : count}
    </Badge>
  );
}
