import tables from "#features/config/config.module.css";
import { PageHeader } from "#ui/page-header.tsx";
import { Panel } from "#ui/panel.tsx";

/** An address that the specification names, before what it leads to is there: it says what that will be. */
function NotYetThere({ title, text }: { title: string; text: string }) {
  return (
    <div className={tables.page}>
      <PageHeader title={title} />
      <Panel title="Not available yet">
        <p>{text}</p>
      </Panel>
    </div>
  );
}

export const ZohoIntegrationPage = () => (
  <NotYetThere
    title="Zoho CRM"
    text="Here you will connect Zoho CRM, so that leads come from there and signed contracts go back. Until then leads are entered in Ridgebook."
  />
);
