import { PageHeader } from "#ui/page-header.tsx";

export function EmailSettingsPage() {
  return <PageHeader title="E-mail settings" />;
}
