/** How a mail begins. */
export const ADDRESSED = '<p>नमस्ते {{customer_name | default: "जी"}},</p>';
