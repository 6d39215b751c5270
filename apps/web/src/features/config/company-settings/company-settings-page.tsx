import { PageHeader } from "#ui/page-header.tsx";

export function CompanySettingsPage() {
  return <PageHeader title="Company settings" />;
}
