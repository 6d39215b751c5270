import { Button } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useRef, type ChangeEvent } from "react";

/** A button that opens the choice of one file. The same file, edited meanwhile, can be chosen again. */
export function FileButton({
  label,
  inputLabel,
  accept,
  hasIcon = true,
  onChoose,
}: {
  label: string;
  /** The name of the hidden input, for assistive technology and tests: "File of leads". */
  inputLabel: string;
  /** Extensions and media types, as for an input. */
  accept: string;
  hasIcon?: boolean;
  onChoose: (file: File) => Promise<void>;
}) {
  const input = useRef<HTMLInputElement>(null);
  const handleChoose = ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => {
    const [file] = currentTarget.files ?? [];
    if (file) void onChoose(file).finally(() => (currentTarget.value = ""));
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={inputLabel}
        className="rb-visually-hidden"
        tabIndex={-1}
        onChange={handleChoose}
      />
      <Button
        variant="secondary"
        leftSection={hasIcon && <IconUpload size={18} stroke={1.75} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
    </>
  );
}
