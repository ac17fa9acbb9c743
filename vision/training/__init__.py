"""Training of the small nets that ship as ONNX files. Needs PyTorch; running them does not."""
