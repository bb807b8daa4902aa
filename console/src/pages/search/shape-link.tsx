import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useDeclarations } from '../../lib/declarations.js';
import { mayCall, useSession } from '../../lib/session.js';

/** Leads to a rule for what buyers search for; absent without the permission. */
export function ShapeLink({ query, size = 'compact-xs' }: { query: string; size?: 'compact-xs' | 'sm' }) {
  if (!mayCall(useDeclarations().get('postAdminSearchRules'), useSession())) return null;
  return (
    <Button
      component={Link}
      to={`/admin/search/rules/new?q=${encodeURIComponent(query)}`}
      size={size}
      variant="subtle"
      aria-label={`Shape the result of ${query}`}
    >
      Shape this result
    </Button>
  );
}
