/** What a person does in the form of an action. */
export interface PanelDeps {
  onSubmit: (event: SubmitEvent) => void
  onInput: (event: Event) => void
  onBack: () => void
  onCancel: () => void
  onChangeName: () => void
  onWhole: (isOpen: boolean) => void
  onReason: (reason: string) => void
  /** Takes the sum of the items as the total. */
  onSum: () => void
}
