import { Alert } from '@mantine/core';
import { useLocation } from 'react-router';
import { useDeclarations, useShapes } from '../lib/declarations.js';
import { mayCall, useSession } from '../lib/session.js';
import { PageLoader } from '../shell/page-loader.js';
import { CreatePage } from './create-page.js';
import { DetailPage } from './detail-page.js';
import { Forbidden } from './forbidden.js';
import { ListPage } from './list-page.js';
import { matchOperation } from './match.js';

/** The page of the operation whose path the address is: a list a table, a read a detail, `…/new` a form. */
export function Page() {
  const declarations = useDeclarations();
  const session = useSession();
  const { pathname } = useLocation();
  const address = pathname.replace(/\/$/, '');
  const parent = address.endsWith('/new')
    ? matchOperation(declarations, address.replace(/\/new$/, ''))
    : undefined;
  const create = declarations.get(parent?.operation.create);
  const match = create && parent ? parent : matchOperation(declarations, address);
  const shapes = useShapes(match?.operation.slug);
  if (!match)
    return (
      <Alert title="There is no such page" color="gray">
        Nothing of this marketplace has this address. Ctrl-K finds pages.
      </Alert>
    );
  if (!mayCall(match.operation, session))
    return <Forbidden permission={match.operation.permission ?? match.operation['vendor-role']} />;
  if (!shapes) return <PageLoader />;
  if (create)
    return (
      <CreatePage
        key={address}
        list={match.operation}
        create={create}
        params={match.params}
        shapes={shapes}
      />
    );
  if (match.operation.list)
    return <ListPage key={address} operation={match.operation} params={match.params} shapes={shapes} />;
  return <DetailPage key={address} operation={match.operation} params={match.params} shapes={shapes} />;
}
