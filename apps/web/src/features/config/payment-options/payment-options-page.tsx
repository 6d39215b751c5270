import { PageHeader } from "#ui/page-header.tsx";

export function PaymentOptionsPage() {
  return <PageHeader title="Payment options" />;
}
