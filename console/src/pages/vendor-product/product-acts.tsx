import { useNavigate } from 'react-router';
import { ActButton } from '../../generic/act-button.js';

/** What is done to a product beside saving it. */
export function ProductActs({ productId }: { productId: string }) {
  const navigate = useNavigate();
  return (
    <ActButton
      operation="deleteVendorProductsByProductId"
      path={{ productId }}
      label="Delete"
      danger
      text="The product goes with its variants and tabs, and cannot be brought back. Orders keep what was bought. Archive it to take it off sale for a while."
      done="The product is deleted"
      onDone={() => void navigate('/vendor/products')}
    />
  );
}
