/** What paths and bodies call `orderVendorId` is the id of a sub-order everywhere else. */
export function subOrderScope<Edge extends { orderVendorId?: string }>({ orderVendorId, ...rest }: Edge) {
  return { ...rest, subOrderId: orderVendorId } as Omit<Edge, 'orderVendorId'> & {
    subOrderId: Edge['orderVendorId'];
  };
}

/** The other way round, for responses. */
export function edgeSubOrder<Row extends { subOrderId: string | null }>({ subOrderId, ...rest }: Row) {
  return { ...rest, orderVendorId: subOrderId } as Omit<Row, 'subOrderId'> & {
    orderVendorId: Row['subOrderId'];
  };
}
